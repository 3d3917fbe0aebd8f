import { Button, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { wholeName } from '../lib/format.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { Detail } from './detail.tsx'
import { IconPencil, IconUserCog } from './icons.ts'
import classes from './photo.module.css'
import { Status } from './status.tsx'
import { uiTexts } from './texts.ts'

/** What the pages of employees and casual workers have alike: the head, and tabs below it. */

/** How a word is shown, where it is not shown as it is. */
type Say = (word: string) => string
const asItIs: Say = (word) => word

interface HeadProps {
  person: {
    first_name: string
    middle_name: string | null
    last_name: string
    status: string
  }
  photo: ReactNode
  facts: [string, ReactNode][]
  say?: Say
}

export function PersonHead({ person, photo, facts, say = asItIs }: HeadProps) {
  return (
    <section className={`card ${classes.head}`} aria-label={say('Profile')}>
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

interface ActionsProps {
  who: 'Employee' | 'Casual'
  /** The form, where they may be edited. */
  edit: string | null
  onStatus: () => void
}

export function PersonActions({ who, edit, onStatus }: ActionsProps) {
  return (
    <>
      {edit && (
        <Button
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          component={Link}
          to={edit}
        >
          Edit {who}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconUserCog size={16} aria-hidden />}
        onClick={onStatus}
      >
        Change Status
      </Button>
    </>
  )
}

/** A name that can be part of an id. */
const slug = (title: string) => title.replace(/\W+/g, '-')

interface TabsProps<P> {
  say?: Say
  tabs: [title: string, tab: ComponentType<P>][]
  given: P
  /** Under which the chosen tab is remembered in this browser. */
  remember: string
}

export function PersonTabs<P extends object>(props: TabsProps<P>) {
  const { tabs, given, remember, say = asItIs } = props
  const { loadingMore } = useLaterTexts(uiTexts)
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
    <section className="card" aria-label={say('Records')}>
      <Tabs value={slug(chosen)} onChange={choose} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          {tabs.map(([title]) => (
            <Tabs.Tab key={title} px="sm" value={slug(title)}>
              {say(title)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(([title, Content]) => (
          <Tabs.Panel key={title} value={slug(title)}>
            <Suspense fallback={<Text p="lg">{loadingMore}</Text>}>
              <Content {...given} />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  )
}
