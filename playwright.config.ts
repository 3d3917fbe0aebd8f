import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.ts'

const { executablePath, args } = await findBrowser()

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/server.ts',
  outputDir: 'test-results',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 30_000,
  use: {
    baseURL: process.env.BASE_URL,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: { executablePath, args },
  },
})
