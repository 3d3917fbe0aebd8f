import { counted } from '@mshahara/contract/counted'

/** "1 person", "25 people". */
export const people = (count: number) => counted(count, 'person', 'people')
