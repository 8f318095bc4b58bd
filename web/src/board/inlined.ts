/** A drawing that needs no style sheet: what CSS gives it, as attributes. */

/** What children take over from their parents, with what the topmost has by itself. */
const INHERITED: Record<string, string> = {
  fill: 'rgb(0, 0, 0)',
  'fill-opacity': '1',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-opacity': '1',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'stroke-dasharray': 'none',
  'paint-order': 'normal',
  'font-size': '',
  'font-weight': '400',
  'font-family': '',
  'text-anchor': 'start',
  'dominant-baseline': 'auto',
  visibility: 'visible',
};
/** What every element has for itself. */
const OWN: Record<string, string> = { 'stop-color': 'rgb(0, 0, 0)', 'stop-opacity': '1', opacity: '1' };

/** A copy of the drawing with its styles as attributes; what is not shown is left out. */
export function inlined(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies: Element[] = [copy, ...copy.querySelectorAll('*')];
  const known = new Map<Element, Record<string, string>>();
  for (const [index, element] of [drawing, ...drawing.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(element);
    const to = copies[index]!;
    to.removeAttribute('class');
    if (style.display === 'none' && !element.closest('defs')) {
      to.remove();
      continue;
    }
    const has: Record<string, string> = {};
    known.set(element, has);
    const above = (element === drawing ? null : known.get(element.parentElement!)) ?? INHERITED;
    for (const name of [...Object.keys(INHERITED), ...Object.keys(OWN)]) {
      // References to gradients are written relative to the document.
      const value = style.getPropertyValue(name).replaceAll(/url\("?[^"#)]*#([^")]+)"?\)/g, 'url(#$1)');
      has[name] = value;
      if (value === (name in OWN ? OWN[name] : above[name])) to.removeAttribute(name);
      else to.setAttribute(name, value);
    }
  }
  return copy;
}
