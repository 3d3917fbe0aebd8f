import { spawnSync } from 'node:child_process'
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
  // A process in reserve for each window costs its start, and most windows never need one.
  'SpareRendererForSitePerProcess',
]

/** The sandbox needs privileges a container rarely has; the rest keeps it off the network. */
const args = [
  `--disable-features=${off.join(',')}`,
  '--no-sandbox',
  '--process-per-site',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Debian's without windows comes first: it does the same tests with a fifth less work. */
const wellKnown = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
]

/** What decides where a browser comes from. */
export interface Machine {
  platform: string
  arch: string
  /** The program that CHROMIUM_PATH names. */
  named?: string | undefined
  /** The system's own. */
  installed?: string | undefined
  /** It may install packages of Debian or Ubuntu. */
  mayInstall: boolean
}

/** npm has a Chromium for Linux on x64 only; elsewhere it is the system's. */
export function whereFrom({ platform, arch, named, installed, mayInstall }: Machine) {
  if (named) return 'installed'
  if (platform === 'linux' && arch === 'x64') return 'npm'
  if (installed) return 'installed'
  return platform === 'linux' && mayInstall ? 'apt' : 'nowhere'
}

export const missing =
  'The browser tests need Chromium, which npm does not have for this machine: install it ' +
  '(Debian, Ubuntu: sudo apt-get install chromium) or name the program in CHROMIUM_PATH.'

export async function findBrowser(): Promise<Browser> {
  const machine = thisMachine()
  if (whereFrom(machine) === 'npm') return { executablePath: await packagedChromium(), args }
  const executablePath = machine.named ?? machine.installed
  if (!executablePath) throw new Error(missing)
  return { executablePath, args }
}

/** Installs one where that is possible; afterwards `findBrowser` finds it. */
export function bringBrowser(): void {
  const from = whereFrom(thisMachine())
  if (from === 'nowhere') throw new Error(missing)
  if (from !== 'apt') return
  console.log('Installing Chromium for the browser tests')
  const install = ['install', '-y', '--no-install-recommends']
  aptGet('update')
  // Ubuntu and older releases have only the whole browser.
  if (aptGet(...install, 'chromium-headless-shell') || aptGet(...install, 'chromium')) return
  throw new Error(missing)
}

const aptGet = (...step: string[]) =>
  spawnSync('apt-get', step, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0

function thisMachine(): Machine {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`)
  return {
    platform: process.platform,
    arch: process.arch,
    named,
    installed: wellKnown.find((path) => existsSync(path)),
    mayInstall: process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'),
  }
}

/** The package's own libraries and fonts too, so that a bare machine needs nothing from apt. */
async function packagedChromium(): Promise<string> {
  const { default: chromium, inflate, setupLambdaEnvironment } = await import('@sparticuz/chromium')
  const build = dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')))
  await inflate(join(build, '../bin/al2023.tar.br'))
  setupLambdaEnvironment(join(tmpdir(), 'al2023/lib'))
  return chromium.executablePath()
}
