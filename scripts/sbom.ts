import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The bill of materials: every package of the lock file that is installed with the server. */

interface Entry {
  name?: string
  version?: string
  dev?: boolean
  optional?: boolean
  link?: boolean
  license?: string
  integrity?: string
}
interface Lock {
  name: string
  version: string
  packages: Record<string, Entry>
}

const root = fileURLToPath(new URL('..', import.meta.url))
const place = 'node_modules/'

export const lockFile = async (): Promise<Lock> =>
  JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))

/** Installed packages by name and version; several copies of one count once. */
export function productionPackages(lock: Lock): Map<string, Entry & { name: string }> {
  const found = new Map<string, Entry & { name: string }>()
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes(place) || entry.dev || entry.link) continue
    const name = entry.name ?? path.slice(path.lastIndexOf(place) + place.length)
    found.set(purlOf(name, entry.version ?? ''), { ...entry, name })
  }
  return found
}

const purlOf = (name: string, version: string) =>
  `pkg:npm/${name.replace(/^@/, '%40')}@${encodeURIComponent(version)}`

const digests: Record<string, string> = { sha512: 'SHA-512', sha256: 'SHA-256', sha1: 'SHA-1' }

function hashesOf({ integrity = '' }: Entry) {
  return integrity.split(/\s+/).flatMap((given) => {
    const [kind = '', data = ''] = given.split(/-(.*)/s)
    const alg = digests[kind]
    return alg ? [{ alg, content: Buffer.from(data, 'base64').toString('hex') }] : []
  })
}

/** A single word is an SPDX name; anything longer is an expression, or the author's own words. */
function licencesOf({ license }: Entry) {
  if (!license) return []
  if (/^[\w.+-]+$/.test(license)) {
    const known = license !== 'UNLICENSED'
    return [{ license: known ? { id: license } : { name: license } }]
  }
  if (/^[\w.+()\s-]+$/.test(license) && / (OR|AND|WITH) /.test(license)) {
    return [{ expression: license }]
  }
  return [{ license: { name: license } }]
}

export function billOfMaterials(lock: Lock) {
  const components = [...productionPackages(lock)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([purl, entry]) => {
      const [, group, name = entry.name] = /^(@[^/]+)\/(.+)$/.exec(entry.name) ?? []
      const licenses = licencesOf(entry)
      const hashes = hashesOf(entry)
      return {
        type: 'library',
        'bom-ref': purl,
        ...(group ? { group } : {}),
        name,
        version: entry.version,
        scope: entry.optional ? 'optional' : 'required',
        ...(hashes.length ? { hashes } : {}),
        ...(licenses.length ? { licenses } : {}),
        purl,
      }
    })
  // No timestamp: the same lock file gives the same bill.
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `${lock.name}@${lock.version}`,
        name: lock.name,
        version: lock.version,
      },
    },
    components,
  }
}

if (import.meta.main) {
  const bill = billOfMaterials(await lockFile())
  await mkdir(join(root, 'dist'), { recursive: true })
  await writeFile(join(root, 'dist/sbom.json'), `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`dist/sbom.json lists ${bill.components.length} packages.`)
}
