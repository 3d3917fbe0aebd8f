import { start } from './core/start.ts'

await start()
