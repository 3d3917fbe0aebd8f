import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'

interface Props {
  title: string
  /** Fields beside each other on a wide screen. */
  columns?: number
  children: ReactNode
}

/** A titled card of fields: side by side on a wide screen, one below the other on a phone. */
export function FormSection({ title, columns = 3, children }: Props) {
  return (
    <Card title={title}>
      <SimpleGrid cols={{ base: 1, sm: Math.min(2, columns), lg: columns }}>{children}</SimpleGrid>
    </Card>
  )
}
