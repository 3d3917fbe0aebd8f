import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The server owns everything that is not the web application; in development both share one origin.
const server = process.env.API_URL ?? 'http://127.0.0.1:3000'
const owned = ['/api', '/storage', '/dev']

const base =
  /node_modules\/(react|react-dom|scheduler|zod|@tanstack|@mantine\/(form|notifications|store))\//

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
      // What every visit needs travels in one piece; it compresses better and is fetched once.
      output: { codeSplitting: { groups: [{ name: 'base', test: base }] } },
    },
  },
})
