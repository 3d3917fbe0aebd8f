import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Browser {
  executablePath: string
  args: string[]
}

/**
 * The address bar's pop-ups, never seen here, took half the work of opening a window. The flag
 * replaces Playwright's own of that name, so what matters in that one is repeated.
 */
const off = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
]

/** The sandbox needs privileges a container rarely has; the rest keeps it off the network. */
const args = [
  `--disable-features=${off.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const wellKnown = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
]

export async function findBrowser(): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`)
  if (named) return { executablePath: named, args }
  if (process.platform === 'linux' && process.arch === 'x64') {
    return { executablePath: await packagedChromium(), args }
  }
  const installed = wellKnown.find((path) => existsSync(path))
  if (installed) return { executablePath: installed, args }
  throw new Error(
    'No Chromium was found. Install one (on Debian or Ubuntu: apt-get install chromium), ' +
      'or set CHROMIUM_PATH to the program.',
  )
}

/** The package's own libraries and fonts too, so that a bare machine needs nothing from apt. */
async function packagedChromium(): Promise<string> {
  const { default: chromium, inflate, setupLambdaEnvironment } = await import('@sparticuz/chromium')
  const build = dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')))
  await inflate(join(build, '../bin/al2023.tar.br'))
  setupLambdaEnvironment(join(tmpdir(), 'al2023/lib'))
  return chromium.executablePath()
}
