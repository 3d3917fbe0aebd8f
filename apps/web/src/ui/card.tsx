import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  /** Right of the title. */
  actions?: ReactNode
  /** The content reaches the edges of the card, as a table does. */
  flush?: boolean
  children: ReactNode
}

/** A titled part of a screen: one size of title, one padding. */
export function Card({ title, actions, flush, children }: Props) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head" data-flush={flush || undefined}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {actions}
      </div>
      {flush ? children : <div className="card-body">{children}</div>}
    </section>
  )
}
