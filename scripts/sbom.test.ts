import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { billOfMaterials, lockFile } from './sbom.ts'

const bill = billOfMaterials(await lockFile())
const root = fileURLToPath(new URL('..', import.meta.url))

/** What our own package.json files ask for outside development. */
function ourDependencies(): [string, string][] {
  const folders = ['.', ...['apps', 'packages'].flatMap((kind) => inside(kind))]
  return folders.flatMap((folder) => {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    )
    return Object.entries<string>({ ...dependencies, ...optionalDependencies })
  })
}
const inside = (kind: string) => readdirSync(join(root, kind)).map((name) => `${kind}/${name}`)

const nameOf = ({ group, name }: { group?: string; name: string }) =>
  group ? `${group}/${name}` : name

test('lists every package that is asked for, in the version that is asked for', () => {
  const listed = new Set(bill.components.map((one) => `${nameOf(one)} ${one.version}`))
  const external = ourDependencies().filter(([name]) => !name.startsWith('@mshahara/'))
  expect(external.length).toBeGreaterThan(30)
  const missing = external.filter(([name, version]) => !listed.has(`${name} ${version}`))
  expect(missing).toEqual([])
})

test('lists every package of the lock file that is not for development only, once', async () => {
  const { packages } = await lockFile()
  const installed = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  )
  const names = new Set(
    installed.map(([path, { version }]) => `${path.split('node_modules/').at(-1)} ${version}`),
  )
  expect(bill.components.map((one) => `${nameOf(one)} ${one.version}`).sort()).toEqual(
    [...names].sort(),
  )
  expect(names.has('vitest 5.1.0')).toBe(false)
})

test('has the form of CycloneDX 1.6', () => {
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
  const refs = bill.components.map((one) => one['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  for (const one of bill.components) {
    expect(one.purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.%-]+$/)
    expect(['required', 'optional']).toContain(one.scope)
    for (const { alg, content } of one.hashes ?? []) {
      expect(content).toMatch(alg === 'SHA-512' ? /^[0-9a-f]{128}$/ : /^[0-9a-f]{40,64}$/)
    }
  }
  const bare = bill.components.filter(({ hashes, scope }) => !hashes && scope === 'required')
  expect(bare).toEqual([])
})
