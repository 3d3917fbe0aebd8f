/** An email address in a table: where there is little room, its line breaks before the @. */
export function Address({ email }: { email: string | null }) {
  const [name, host] = email?.split('@') ?? []
  return host === undefined ? (
    email
  ) : (
    <>
      {name}
      <wbr />
      {`@${host}`}
    </>
  )
}
