import { Button, Stack, Text, ThemeIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLaterTexts } from '../lib/language.tsx'
import { IconCloudOff, IconRefresh } from './icons.ts'
import { uiTexts } from './texts.ts'

interface Props {
  icon: Icon
  title: string
  text?: ReactNode
  action?: ReactNode
  tone?: 'gray' | 'red'
  /** It is all the screen shows, so its title is the screen's heading. */
  heading?: boolean
}

/** Nothing here, or something went wrong: what it is and what to do next. */
export function Empty({ icon: Icon, title, text, action, tone = 'gray', heading }: Props) {
  return (
    <Stack align="center" gap={6} py={56} px="md" ta="center">
      <ThemeIcon size={56} radius={28} variant="light" color={tone === 'red' ? 'red' : 'brand'}>
        <Icon size={28} stroke={1.5} aria-hidden />
      </ThemeIcon>
      <Text
        component={heading ? 'h1' : 'p'}
        fw={600}
        size={heading ? 'xl' : undefined}
        mt="xs"
        mb={0}
      >
        {title}
      </Text>
      {text && (
        <Text c="dimmed" size="sm" maw={420}>
          {text}
        </Text>
      )}
      {action && <div style={{ marginTop: 12 }}>{action}</div>}
    </Stack>
  )
}

/** What was asked for could not be loaded, and the way to ask again. */
export function Failed({ title, onRetry }: { title: string; onRetry?: () => void }) {
  const t = useLaterTexts(uiTexts)
  const retry = onRetry && (
    <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
      {t.retry}
    </Button>
  )
  return (
    <div role="alert">
      <Empty icon={IconCloudOff} tone="red" title={title} text={t.noAnswer} action={retry} />
    </div>
  )
}
