import { Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { wholeName } from '../lib/format.ts'
import { Detail } from './detail.tsx'
import classes from './photo.module.css'
import { Status } from './status.tsx'

/** What the pages of employees and casual workers have alike: the head, and tabs below it. */

interface HeadProps {
  person: {
    first_name: string
    middle_name: string | null
    last_name: string
    status: string
  }
  photo: ReactNode
  facts: [string, ReactNode][]
}

export function PersonHead({ person, photo, facts }: HeadProps) {
  return (
    <section className={`card ${classes.head}`} aria-label="Profile">
      {photo}
      <Stack gap="md" flex={1} miw={0}>
        <Group gap="sm">
          <Title order={2} fz={22}>
            {wholeName(person)}
          </Title>
          <Status value={person.status} />
        </Group>
        <Detail items={facts} />
      </Stack>
    </section>
  )
}

/** A name that can be part of an id. */
const slug = (title: string) => title.replace(/\W+/g, '-')

interface TabsProps<P> {
  /** How a title is shown, where it is not shown as it is. */
  say?: (title: string) => string
  tabs: [title: string, tab: ComponentType<P>][]
  given: P
  /** Under which the chosen tab is remembered in this browser. */
  remember: string
}

export function PersonTabs<P extends object>({ tabs, given, remember, say }: TabsProps<P>) {
  const [chosen, setChosen] = useState(() => {
    const kept = localStorage.getItem(remember)
    return tabs.some(([title]) => title === kept) ? (kept as string) : 'Details'
  })
  function choose(value: string | null) {
    const [title] = tabs.find(([name]) => slug(name) === value) ?? []
    if (!title) return
    localStorage.setItem(remember, title)
    setChosen(title)
  }
  return (
    <section className="card" aria-label="Records">
      <Tabs value={slug(chosen)} onChange={choose} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          {tabs.map(([title]) => (
            <Tabs.Tab key={title} value={slug(title)}>
              {say?.(title) ?? title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(([title, Content]) => (
          <Tabs.Panel key={title} value={slug(title)}>
            <Suspense fallback={<Text p="lg">Loading…</Text>}>
              <Content {...given} />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  )
}
