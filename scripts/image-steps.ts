/** A Dockerfile's instructions, one by one; a line that ends with \ goes on in the next. */
export interface Step {
  word: string
  rest: string
}

export function imageSteps(text: string): Step[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)
  return lines.map((line) => {
    const [word = '', ...rest] = line.split(' ')
    return { word, rest: rest.join(' ') }
  })
}
