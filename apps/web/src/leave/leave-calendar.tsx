import { ActionIcon, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Answer } from '@mshahara/contract/endpoint'
import { leaveCalendar } from '@mshahara/contract/leave-balances'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date, today } from '../lib/format.ts'
import { type InOne, useTexts } from '../lib/language.tsx'
import { type ListState, useListState } from '../lib/list-state.ts'
import { monthName } from '../lib/months.ts'
import { Empty, Failed } from '../ui/empty.tsx'
import { IconCalendar, IconCalendarMonth, IconChevronLeft, IconChevronRight } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Paging } from '../ui/paging.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { HeadSkeleton } from '../ui/skeletons.tsx'
import { daysOf, startOf, stepped, type View } from './calendar-days.ts'
import { CalendarFeed } from './calendar-feed.tsx'
import { CalendarGrid, CalendarList } from './calendar-grid.tsx'
import classes from './leave.module.css'
import { leaveTexts } from './texts.ts'

const perPage = 25
const settings = {
  ...{ sizes: [25], perPage },
  filters: ['view', 'day', 'department_id', 'work_station_id'],
}

const viewOf = ({ filters }: ListState): View => (filters.view === 'week' ? 'week' : 'month')

/** Who is away; on a phone a list of them instead of the table. */
export default function LeaveCalendar() {
  const t = useTexts(leaveTexts)
  const { state, change } = useListState(settings)
  const [subscribing, setSubscribing] = useState(false)
  const view = viewOf(state)
  const given = state.filters.day ?? ''
  const day = /^\d{4}-\d{2}-\d{2}$/.test(given) ? given : today()
  const days = daysOf(view, day)
  const { department_id, work_station_id } = state.filters
  const query = {
    ...{ from: days[0] as string, to: days.at(-1) as string },
    ...{ department_id, work_station_id },
    ...{ offset: (state.page - 1) * perPage, limit: perPage },
  }
  const read = useRead(leaveCalendar.get, { query }, { keep: true })
  const set = (filters: Record<string, string | null>) => void change({ filters })
  const { data } = read
  return (
    <Page
      title={t.leaveCalendar}
      actions={
        <Button
          variant="default"
          leftSection={<IconCalendar size={17} aria-hidden />}
          onClick={() => setSubscribing(true)}
        >
          {t.calendarAddress}
        </Button>
      }
    >
      <section className="card" aria-label={t.whoIsAway}>
        <div className="card-head" data-flush>
          <Steps
            title={titleOf(t, view, days)}
            onStep={(by) => set({ day: stepped(view, day, by) })}
            onToday={() => set({ day: null })}
          />
          <SegmentedControl
            aria-label={t.show}
            data={[
              { value: 'month', label: t.month },
              { value: 'week', label: t.week },
            ]}
            value={view}
            onChange={(next) => set({ view: next, day: startOf(next as View, day) })}
          />
        </div>
        {data && <Places data={data} filters={state.filters} onChange={set} />}
        <Shown read={read} days={days} page={state.page} onPage={(page) => void change({ page })} />
        {data && <Holidays data={data} />}
      </section>
      {subscribing && <CalendarFeed onClose={() => setSubscribing(false)} />}
    </Page>
  )
}

interface ShownProps {
  read: { data?: Data | null; isPending: boolean; isError: boolean; refetch: () => unknown }
  days: string[]
  page: number
  onPage: (page: number) => void
}

function Shown({ read, days, page, onPage }: ShownProps) {
  const t = useTexts(leaveTexts)
  const isPhone = useMediaQuery('(max-width: 599.98px)')
  const { data } = read
  if (read.isPending) return <HeadSkeleton label={t.calendarLoading} />
  if (!data) {
    return <Failed title={t.calendarFailed} onRetry={() => void read.refetch()} />
  }
  if (data.people.length === 0) {
    return <Empty icon={IconCalendarMonth} title={t.nobodyAway} />
  }
  return (
    <>
      {isPhone ? <CalendarList data={data} /> : <CalendarGrid data={data} days={days} />}
      <Paging
        page={page}
        pages={Math.max(1, Math.ceil(data.count / perPage))}
        perPage={perPage}
        sizes={[perPage]}
        total={data.count}
        onPage={onPage}
        onPerPage={() => {}}
      />
    </>
  )
}

function titleOf(t: InOne<typeof leaveTexts>, view: View, days: string[]): string {
  const [first = ''] = days
  return view === 'month'
    ? monthName(first.slice(0, 7))
    : t.span({ first: date(first), last: date(days.at(-1)) })
}

interface StepsProps {
  title: string
  onStep: (by: 1 | -1) => void
  onToday: () => void
}

function Steps({ title, onStep, onToday }: StepsProps) {
  const t = useTexts(leaveTexts)
  return (
    <Group gap="xs">
      <ActionIcon variant="default" size={34} aria-label={t.earlier} onClick={() => onStep(-1)}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" size={34} aria-label={t.later} onClick={() => onStep(1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      <Text component="h2" fw={650} fz="lg" aria-live="polite">
        {title}
      </Text>
      <Button size="xs" variant="default" onClick={onToday}>
        {t.today}
      </Button>
    </Group>
  )
}

type Data = Answer<typeof leaveCalendar.get>

interface PlacesProps {
  data: Data
  filters: Record<string, string>
  onChange: (filters: Record<string, string | null>) => void
}

function Places({ data, filters, onChange }: PlacesProps) {
  const t = useTexts(leaveTexts)
  const select = (name: string, label: string, all: string, units: Data['departments']) => (
    <SearchSelect
      label={label}
      data={[
        { value: '', label: all },
        ...units.map(({ id, name: text }) => ({ value: id, label: text })),
      ]}
      value={filters[name] ?? ''}
      onChange={(id) => onChange({ [name]: id || null })}
    />
  )
  return (
    <div className={classes.filters}>
      {select('department_id', t.department, t.allDepartments, data.departments)}
      {select('work_station_id', t.station, t.allStations, data.stations)}
    </div>
  )
}

function Holidays({ data: { holidays } }: { data: Data }) {
  const t = useTexts(leaveTexts)
  if (holidays.length === 0) return null
  return (
    <p className={classes.legend}>
      {holidays.map(({ day, name, expected }) => (
        <span key={day}>
          {date(day)}: {name}
          {expected ? ` ${t.expected}` : ''}
        </span>
      ))}
    </p>
  )
}
