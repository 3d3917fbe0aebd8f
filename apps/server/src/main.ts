import { keepHeapSmall } from './core/heap.ts'
import { start } from './core/start.ts'

keepHeapSmall()
await start()
