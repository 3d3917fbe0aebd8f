import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Browser, type CDPSession, chromium } from '@playwright/test'
import { findBrowser } from '../scripts/browser.ts'
import { median } from './median.ts'
import { withServer } from './server.ts'

/**
 * The first visit to /login on a cheap phone's network, until its form can be used: requests, what
 * they weigh and how long they take, beside a page that holds a bare form and nothing else.
 */

const visits = 5
/** 1.6 Mbit/s down, as far away as a mobile network is, and a quarter of the processor. */
const network = { downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 }
const slowerBy = 4
const aims = { requests: 20, script_kB: 120, style_kB: 20, usable_ms: 2500 }

interface Visit {
  requests: number
  script_kB: number
  style_kB: number
  all_kB: number
  usable_ms: number
}

/** In the page: the moment at which somebody could type. */
function watchForm() {
  const look = () => {
    const field = document.querySelector<HTMLInputElement>('input[type=email]')
    if (field?.getClientRects().length && !field.disabled) {
      Object.assign(window, { usable_ms: performance.now() })
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowerBy })
  const counted = countTraffic(cdp)
  await page.addInitScript(watchForm)
  await page.goto(address, { waitUntil: 'commit' })
  const usable = await page.waitForFunction(() => (window as { usable_ms?: number }).usable_ms)
  const found = {
    requests: counted.requests(),
    script_kB: counted.of('Script'),
    style_kB: counted.of('Stylesheet'),
    all_kB: counted.of(),
    usable_ms: (await usable.jsonValue()) ?? Number.NaN,
  }
  await context.close()
  return found
}

/** What has gone over the wire so far; a request counts when it is made. */
function countTraffic(cdp: CDPSession) {
  const kinds = new Map<string, string>()
  const bytes = new Map<string, number>()
  cdp.on('Network.requestWillBeSent', ({ requestId, type }) => kinds.set(requestId, type ?? ''))
  const note = (id: string, length: number) => bytes.set(id, (bytes.get(id) ?? 0) + length)
  cdp.on('Network.dataReceived', (data) => note(data.requestId, data.encodedDataLength))
  return {
    requests: () => kinds.size,
    of: (kind?: string) => {
      const ids = [...kinds.keys()].filter((id) => !kind || kinds.get(id) === kind)
      return ids.reduce((sum, id) => sum + (bytes.get(id) ?? 0), 0) / 1000
    },
  }
}

const bareForm = `<!doctype html><html lang="en"><title>Sign in</title>
<form><label>Email address <input type="email"></label>
<label>Password <input type="password"></label><button>Sign in</button></form></html>`

/** The least that a page with such a form can be. */
async function withBarePage(work: (address: string) => Promise<void>) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('content-encoding', 'gzip')
    response.end(gzipSync(bareForm))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  server.close()
}

const middle = (all: Visit[], figure: keyof Visit) => median(all.map((one) => one[figure]))

function report(ours: Visit[], bare: Visit[]) {
  const line = (figure: keyof Visit, label: string, unit: string, aim?: number) => {
    const [here, there] = [middle(ours, figure), middle(bare, figure)]
    const ratio = there > 0 ? `, ${(here / there).toFixed(1)} times a bare page` : ''
    const wanted = aim ? ` (aim: at most ${aim})` : ''
    console.log(`${label}: ${here.toFixed(figure === 'requests' ? 0 : 1)}${unit}${ratio}${wanted}`)
  }
  line('requests', 'requests', '', aims.requests)
  line('script_kB', 'script', ' kB', aims.script_kB)
  line('style_kB', 'style', ' kB', aims.style_kB)
  line('all_kB', 'everything', ' kB')
  line('usable_ms', 'until one can type', ' ms', aims.usable_ms)
}

await withServer(async ({ address }) => {
  const { executablePath, args } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args })
  await withBarePage(async (bareAddress) => {
    const ours: Visit[] = []
    const bare: Visit[] = []
    // In turns, so that whatever else the machine does falls on both.
    for (let n = 0; n < visits; n += 1) {
      bare.push(await visit(browser, bareAddress))
      ours.push(await visit(browser, `${address}/login`))
    }
    console.log(`/login until its form can be used, the middle of ${visits} visits`)
    report(ours, bare)
  })
  await browser.close()
})
