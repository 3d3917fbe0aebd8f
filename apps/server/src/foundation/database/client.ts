import pg from 'pg'

type Ask = (...given: unknown[]) => unknown

/** A client whose errors name the statement that failed, without its values. */
export class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own signature has a dozen forms.
  override query(...given: any[]): any {
    const statement = typeof given[0] === 'string' ? given[0] : given[0]?.text
    const name = (error: unknown) => {
      if (error instanceof Error && statement) Object.assign(error, { statement })
      return error
    }
    const last = given.length - 1
    if (typeof given[last] === 'function') {
      const answer = given[last] as Ask
      given[last] = (error: unknown, ...rest: unknown[]) => answer(error && name(error), ...rest)
    }
    const result = (super.query as Ask)(...given)
    if (!(result instanceof Promise)) return result
    return result.catch((error) => {
      throw name(error)
    })
  }
}

/** Behind a pooler a statement that was named on one connection is not known on the next. */
export class NamelessClient extends NamingClient {
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  override query(...given: any[]): any {
    const [asked, ...rest] = given
    const isNamed = typeof asked === 'object' && asked?.name
    return super.query(isNamed ? { ...asked, name: undefined } : asked, ...rest)
  }
}
