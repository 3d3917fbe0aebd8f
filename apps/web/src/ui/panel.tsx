import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTitle } from './title.ts'

interface Props {
  title: string
  text?: ReactNode
  width?: number
  children: ReactNode
}

/** A screen without navigation: heading, a line of help, and the fields. */
export function Panel({ title, text, width = 400, children }: Props) {
  useTitle(title)
  return (
    <Stack w="100%" maw={width} gap="lg">
      <div>
        <Title order={1} fz={28} style={{ letterSpacing: '-0.015em' }}>
          {title}
        </Title>
        {text && (
          <Text c="dimmed" mt={4}>
            {text}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  )
}
