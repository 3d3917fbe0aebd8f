import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'

// The server owns everything that is not the web application; in development both share one origin.
const server = process.env.API_URL ?? 'http://127.0.0.1:3000'
const owned = ['/api', '/storage', '/dev']

const base =
  /node_modules\/(react|react-dom|scheduler|zod|@tanstack|@mantine\/(form|notifications|store))\//

/** What the application needs to start without a network: its frame, and what was kept. */
const neededOffline = [
  /\/index\.html$/,
  /\/shell\/blank\.tsx$/,
  /\/offline\/offline\.tsx$/,
  /texts\.sw\.ts$/,
]
const staticFiles = ['/scheme.js', '/favicon.svg', '/manifest.webmanifest', '/icons/icon-192.png']

/** Writes `sw.js`, the worker with the files it keeps, and `push.js`, which keeps none. */
const worker = (): Plugin => ({
  name: 'mshahara-worker',
  generateBundle(_, bundle) {
    const files = new Set<string>(staticFiles)
    const add = (name: string) => {
      const file = bundle[name]
      if (!file || files.has(`/${name}`)) return
      files.add(`/${name}`)
      if (file.type !== 'chunk') return
      for (const next of file.imports) add(next)
      for (const style of file.viteMetadata?.importedCss ?? []) add(style)
    }
    for (const file of Object.values(bundle)) {
      const from = file.type === 'chunk' ? file.facadeModuleId : null
      if (from && neededOffline.some((needed) => needed.test(from))) add(file.fileName)
      if (/inter-latin-wght.*woff2$/.test(file.fileName)) add(file.fileName)
    }
    const list = JSON.stringify([...files].sort())
    const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
    const news = read('worker-news.js')
    const source = `${news}\n${read('worker.js')}`
    const page = createHash('sha256').update(list).update(source).digest('hex').slice(0, 12)
    this.emitFile({
      type: 'asset',
      fileName: 'sw.js',
      source: source.replace('__FILES__', list).replace('__VERSION__', `'${page}'`),
    })
    this.emitFile({ type: 'asset', fileName: 'push.js', source: news })
  },
})

/** Zod carries its way to JSON Schema along with every schema; no screen takes it. */
const withoutJsonSchema = (): Plugin => ({
  name: 'mshahara-without-json-schema',
  load(id) {
    if (!id.endsWith('/zod/v4/core/to-json-schema.js')) return null
    const helpers =
      'extractDefs finalize handleUnrepresentable initializeContext process processSchema'
    const makers = 'createToJSONSchemaMethod createStandardJSONSchemaMethod'
    const named = (value: string, names: string) =>
      names.split(' ').map((name) => `${value} as ${name}`)
    return `const absent = () => { throw new Error('JSON Schema is left out of the web build') }
      const method = () => absent
      export { ${[...named('absent', helpers), ...named('method', makers)].join(', ')} }`
  },
})

/** What is left of the sign-in page when it is built alone: its modules, and none besides. */
async function modulesOfDoor(): Promise<Set<string>> {
  const alone = (await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    plugins: [react()],
    build: { write: false, rolldownOptions: { input: 'src/door.tsx' } },
  })) as Rolldown.RolldownOutput
  const chunks = new Map(alone.output.map((file) => [file.fileName, file]))
  const modules = new Set<string>()
  const add = (name: string) => {
    const chunk = chunks.get(name)
    if (chunk?.type !== 'chunk') return
    for (const id of chunk.moduleIds) if (!/\/door\.(tsx|css)$/.test(id)) modules.add(id)
    for (const next of chunk.imports) add(next)
  }
  for (const file of alone.output) if (file.type === 'chunk' && file.isEntry) add(file.fileName)
  return modules
}

export default defineConfig(async ({ command }) => {
  const ofDoor = command === 'build' ? await modulesOfDoor() : new Set<string>()
  return {
    root: import.meta.dirname,
    plugins: [react(), worker(), withoutJsonSchema()],
    server: {
      host: '127.0.0.1',
      proxy: Object.fromEntries(owned.map((path) => [path, { target: server }])),
    },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2022',
      // The content policy allows no data: fonts and no inline scripts, so nothing is inlined.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        input: [join(import.meta.dirname, 'index.html'), join(import.meta.dirname, 'login.html')],
        // What every visit needs travels in one piece; it compresses better and is fetched once.
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', test: (id: string) => ofDoor.has(id), priority: 2 },
              { name: 'base', test: base, priority: 1 },
            ],
          },
        },
      },
    },
  }
})
