/** (1, 'day') → "1 day", (1200, 'day') → "1,200 days", (2, 'person', 'people') → "2 people". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`
