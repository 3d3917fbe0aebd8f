import { keepHeapSmall } from './foundation/sheets/heap.ts'
import { start } from './start.ts'

keepHeapSmall()
await start()
