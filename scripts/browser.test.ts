import { expect, test } from 'vitest'
import { type Machine, missing, whereFrom } from './browser.ts'

const arm: Machine = { platform: 'linux', arch: 'arm64', mayInstall: false }

test.each<[string, Machine, string]>([
  ['Linux on x64 has one from npm', { ...arm, arch: 'x64' }, 'npm'],
  [
    'what CHROMIUM_PATH names goes first',
    { ...arm, arch: 'x64', named: '/opt/chrome' },
    'installed',
  ],
  ["elsewhere the system's own", { ...arm, installed: '/usr/bin/chromium' }, 'installed'],
  ['none, yet packages may be installed', { ...arm, mayInstall: true }, 'apt'],
  ['none, and nothing may be installed', arm, 'nowhere'],
  ['a Mac without Chrome', { ...arm, platform: 'darwin', mayInstall: true }, 'nowhere'],
])('%s', (_title, machine, from) => {
  expect(whereFrom(machine)).toBe(from)
})

test('one sentence names the command', () => {
  expect(missing).toContain('apt-get install chromium')
  expect(missing.split('\n')).toHaveLength(1)
})
