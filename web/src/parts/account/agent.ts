/** What a program calls itself, in a few words: browser and system, or its own first word. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

export function program(agent: string): string {
  const of = (all: [RegExp, string][]) => all.find(([sign]) => sign.test(agent))?.[1];
  const parts = [of(BROWSERS), of(SYSTEMS)].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(', ') : (agent.split(/[\s/]/)[0] ?? '').slice(0, 40);
}
