import { SimpleGrid, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  title: string
  /** Fields beside each other on a wide screen. */
  columns?: number
  children: ReactNode
}

/** A titled card of fields: side by side on a wide screen, one below the other on a phone. */
export function FormSection({ title, columns = 3, children }: Props) {
  return (
    <section className="card" aria-label={title}>
      <Stack p="lg" gap="md">
        <Title order={2}>{title}</Title>
        <SimpleGrid cols={{ base: 1, sm: Math.min(2, columns), lg: columns }}>
          {children}
        </SimpleGrid>
      </Stack>
    </section>
  )
}
