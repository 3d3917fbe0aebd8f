/**
 * What a browser says of itself, in plain words. The order matters: nearly every browser also calls
 * itself Safari or Chrome, and every Android is a Linux.
 */

type Signs = readonly (readonly [sign: RegExp, name: string])[]

const browsers: Signs = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const systems: Signs = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

const named = (signs: Signs, text: string) => signs.find(([sign]) => sign.test(text))?.[1] ?? null

export const deviceOf = (userAgent: string | null) => ({
  browser: named(browsers, userAgent ?? ''),
  system: named(systems, userAgent ?? ''),
})
