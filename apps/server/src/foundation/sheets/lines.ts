/** What comes through a pipe, line by line: one JSON text each, as our own programs write them. */
export async function* linesOf(pipe: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let partial: Uint8Array[] = []
  for await (const chunk of pipe) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...partial, chunk.subarray(from, end)]).toString('utf8')
      partial = []
      from = end + 1
    }
    if (from < chunk.length) partial.push(chunk.subarray(from))
  }
}
