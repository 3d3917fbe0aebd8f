import { ActionIcon, Group, Stack, Text, Title } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLaterTexts } from '../lib/language.tsx'
import { useBack } from '../lib/place.ts'
import { IconArrowLeft } from './icons.ts'
import { uiTexts } from './texts.ts'
import { useTitle } from './title.ts'

export interface PageProps {
  title: string
  /** In the browser tab, when the heading is not enough. */
  tab?: string
  subtitle?: ReactNode
  /** Where Back leads, when not to the page before. */
  back?: { label: string; to: string }
  actions?: ReactNode
  children: ReactNode
}

/** The frame of a screen: title row with the main action at the right, then its content. */
export function Page({ title, tab, subtitle, back, actions, children }: PageProps) {
  useTitle(tab ?? title)
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Back back={back} />
          <div>
            <Title order={1}>{title}</Title>
            {subtitle && (
              <Text c="dimmed" size="sm" mt={2} component="div">
                {subtitle}
              </Text>
            )}
          </div>
        </Group>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}

function Back({ back }: Pick<PageProps, 'back'>) {
  const router = useRouter()
  const goBack = useBack()
  const { back: backward } = useLaterTexts(uiTexts)
  const label = back?.label ?? backward
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      title={label}
      // Pushed as a whole address, since it may carry a query.
      onClick={back ? () => router.history.push(back.to) : goBack}
    >
      <IconArrowLeft size={18} aria-hidden />
    </ActionIcon>
  )
}
