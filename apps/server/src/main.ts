import { keepHeapSmall } from './sheets/heap.ts'
import { start } from './start.ts'

keepHeapSmall()
await start()
