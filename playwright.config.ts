import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.ts'
import { compileOnce } from './scripts/compile-cache.ts'

compileOnce()
const { executablePath, args } = await findBrowser()

/** These begin first: one of them alone at the end would leave a core idle for a minute. */
const longest =
  /\/(otp|widths|axe|pay-items|structure|employees|payroll|analytics|exports)\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'long', testMatch: longest },
    { name: 'short', testIgnore: longest },
  ],
  globalSetup: './e2e/server.ts',
  outputDir: 'test-results',
  // Each waits now and then, for a letter or for a page to come to rest: others use the time.
  workers: 3,
  // A second try tells a race from a fault, and both fail the run: neither is let pass.
  retries: 1,
  failOnFlakyTests: true,
  forbidOnly: true,
  // A busy machine is no fault of what is tested.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: process.env.BASE_URL,
    viewport: { width: 1440, height: 900 },
    // Nothing slides or fades, so that a test sees what a person sees at rest.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every step costs a third of the time: TRACE=1 when one is needed.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args },
  },
})
