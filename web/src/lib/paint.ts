/**
 * Does something that need not be seen at once when the next frame is on the screen, so that it does
 * not hold that frame up. The returned function calls it off.
 */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A hidden page has no frames.
  const frame = document.hidden ? 0 : requestAnimationFrame(() => (timer = setTimeout(act)));
  if (document.hidden) timer = setTimeout(act);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
