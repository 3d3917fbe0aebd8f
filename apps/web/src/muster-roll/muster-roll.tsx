import { ActionIcon, Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { type MusterSheet, musterRolls } from '@mshahara/contract/muster-roll'
import { workStations } from '@mshahara/contract/structure'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { today } from '../lib/format.ts'
import { type ListChange, type ListState, useListState } from '../lib/list-state.ts'
import { useMay } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import Day from '../ui/day.tsx'
import { Empty, Failed } from '../ui/empty.tsx'
import {
  IconAlertTriangle,
  IconChevronLeft,
  IconChevronRight,
  IconCloudOff,
  IconFiles,
  IconFileUpload,
  IconTrash,
  IconUsers,
} from '../ui/icons.ts'
import { SearchField } from '../ui/list-frame.tsx'
import { Page } from '../ui/page.tsx'
import { Paging } from '../ui/paging.tsx'
import { UnitSelect } from '../ui/unit-select.tsx'
import { Waiting } from '../ui/waiting.tsx'
import classes from './grid.module.css'
import { dayName, Grid } from './grid.tsx'
import { keyOf, mondayOf, shifted } from './unsaved-marks.ts'
import { useWork } from './work.ts'

const ImportWizard = lazy(() => import('../ui/import-wizard.tsx'))

const settings = {
  sizes: [25, 50, 100, 250],
  perPage: 50,
  filters: ['from', 'days', 'station'],
} as const

/** The sheet that the address names, else this week's. */
function headOf({ filters }: ListState) {
  const known = /^\d{4}-\d{2}-\d{2}$/.test(filters.from ?? '') ? filters.from : undefined
  return { from: known ?? mondayOf(today()), days: filters.days === '14' ? 14 : 7 } as const
}

export default function MusterRoll() {
  const { state, change } = useListState(settings)
  const head = headOf(state)
  const may = useMay()
  const edits = may(musterRolls.save)
  const read = useSheet(head, state)
  const { data: sheet } = read
  const work = useWork(head, sheet)
  const [uploading, setUploading] = useState(false)
  return (
    <Page
      title="Muster Roll"
      subtitle="Who was present on each day; casual payrolls pay the days on the roll"
      actions={
        edits && (
          <Tools
            head={head}
            station={state.filters.station}
            onRoll={sheet?.days.some(({ on_roll }) => on_roll) ?? false}
            onUpload={() => setUploading(true)}
          />
        )
      }
    >
      <div className="card">
        <Choices head={head} state={state} onChange={change} />
        {sheet && <OnRoll sheet={sheet} />}
      </div>
      {read.isPending && <Waiting />}
      {read.isError && !sheet && (
        <Failed title="The sheet could not be loaded" onRetry={() => void read.refetch()} />
      )}
      {sheet && (
        <div className="card" aria-busy={read.isPlaceholderData || undefined}>
          {sheet.people.length === 0 ? (
            <Empty
              icon={IconUsers}
              title="No Casuals Found"
              text="Nobody is employed on these days or matches your search."
            />
          ) : (
            <Grid
              sheet={sheet}
              typed={work.typed}
              faults={work.faults}
              refusals={work.refusals}
              edits={edits}
              onChange={work.change}
              onSave={() => void work.save()}
            />
          )}
          {edits && <SaveBar work={work} />}
          <Paging
            {...settings}
            perPage={state.perPage}
            page={state.page}
            pages={Math.max(1, Math.ceil(sheet.count / state.perPage))}
            total={sheet.count}
            loading={read.isPlaceholderData}
            onPage={(page) => void change({ page })}
            onPerPage={(perPage) => void change({ perPage })}
          />
        </div>
      )}
      {edits && <Hints />}
      {uploading && <Wizard head={head} onClose={() => setUploading(false)} />}
    </Page>
  )
}

type Head = ReturnType<typeof headOf>

const useSheet = (head: Head, { page, perPage, search, filters }: ListState) =>
  useRead(
    musterRolls.get,
    {
      query: {
        ...head,
        offset: (page - 1) * perPage,
        limit: perPage,
        search: search.trim(),
        work_station_id: filters.station ?? '',
      },
    },
    { keep: true },
  )

interface ChoicesProps {
  head: Head
  state: ListState
  onChange: (change: ListChange) => unknown
}

function Choices({ head: { from, days }, state, onChange }: ChoicesProps) {
  const go = (day: string) => void onChange({ filters: { from: day } })
  return (
    <Group p="md" gap="sm" align="flex-end">
      <Group gap={6} align="flex-end" wrap="nowrap">
        <Step label="Sheet before" icon="left" onClick={() => go(shifted(from, -days))} />
        <Day
          label="First day"
          allowDeselect={false}
          w={190}
          value={from}
          onChange={(day) => day && go(day)}
        />
        <Step label="Sheet after" icon="right" onClick={() => go(shifted(from, days))} />
      </Group>
      <SegmentedControl
        aria-label="Length of the sheet"
        data={[
          { value: '7', label: 'Week' },
          { value: '14', label: 'Fortnight' },
        ]}
        value={String(days)}
        onChange={(value) => void onChange({ filters: { days: value === '14' ? '14' : null } })}
      />
      <UnitSelect
        units={workStations}
        label="Work Station"
        all="All stations"
        w={190}
        value={state.filters.station ?? ''}
        onChange={(value) => void onChange({ filters: { station: value || null } })}
      />
      <SearchField
        label="Search casual"
        value={state.search}
        onChange={(text) => void onChange({ search: text })}
      />
    </Group>
  )
}

interface StepProps {
  label: string
  icon: 'left' | 'right'
  onClick: () => void
}

const Step = ({ label, icon, onClick }: StepProps) => (
  <ActionIcon variant="default" size={36} aria-label={label} title={label} onClick={onClick}>
    {icon === 'left' ? (
      <IconChevronLeft size={18} aria-hidden />
    ) : (
      <IconChevronRight size={18} aria-hidden />
    )}
  </ActionIcon>
)

/** What a payroll makes of these days as things are. */
function OnRoll({ sheet: { days } }: { sheet: MusterSheet }) {
  const open = days.filter(({ on_roll }) => !on_roll)
  const text =
    open.length === 0
      ? 'These days are on the roll: anyone not marked is not paid for them.'
      : open.length === days.length
        ? 'These days are not on the roll yet. Where a roll is kept, days without a sheet are paid as full days, but only if each one is ticked.'
        : `Not on the roll yet, and paid as full days only if ticked: ${open.map(({ day }) => dayName(day)).join(', ')}.`
  return (
    <Text size="sm" c="dimmed" px="md" pb="md" role="note">
      {text}
    </Text>
  )
}

interface ToolsProps {
  head: Head
  station: string | undefined
  /** Some day of the sheet is. */
  onRoll: boolean
  onUpload: () => void
}

function Tools({ head, station, onRoll, onUpload }: ToolsProps) {
  const before = head.days === 7 ? 'Last Week' : 'Last Fortnight'
  const copy = useAct(musterRolls.copy, {
    ask: {
      title: `Copy ${before}`,
      text: `Empty cells of this sheet are filled with what was marked the ${head.days} days before. Overtime and pieces are not copied.`,
      action: 'Copy',
    },
    notice: ({ changed }) => `${changed} ${changed === 1 ? 'cell' : 'cells'} copied`,
  })
  const remove = useAct(musterRolls.remove, {
    ask: {
      title: 'Take Off the Roll',
      text: 'Every mark on these days is deleted, and casual payrolls pay them as full days again.',
      action: 'Take Off',
      danger: true,
    },
    notice: ({ message }) => message,
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFiles size={17} aria-hidden />}
        loading={copy.busy}
        onClick={() => void copy.run({ body: { ...head, work_station_id: station ?? '' } })}
      >
        {`Copy ${before}`}
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileUpload size={17} aria-hidden />}
        onClick={onUpload}
      >
        Upload Sheet
      </Button>
      {onRoll && (
        <Button
          variant="default"
          leftSection={<IconTrash size={17} aria-hidden />}
          loading={remove.busy}
          onClick={() => void remove.run({ query: head })}
        >
          Take Off the Roll
        </Button>
      )}
    </>
  )
}

const cellsOf = (count: number) => (count === 1 ? '1 cell' : `${count} cells`)

/** What is not saved yet, always in sight. */
function SaveBar({ work }: { work: ReturnType<typeof useWork> }) {
  const { cells, elsewhere, offline, kept, busy } = work
  const others = elsewhere > 0 ? ` On other sheets: ${cellsOf(elsewhere)}.` : ''
  const where = kept ? 'kept on this device' : 'and this device has no room to keep them: save soon'
  const told =
    cells.length > 0
      ? `${cellsOf(cells.length)} not saved yet, ${where}.${others}`
      : `${work.toSave ? 'Nothing entered yet.' : 'Everything on this sheet is saved.'}${others}`
  return (
    <>
      {offline && (
        <Alert
          color="yellow"
          role="alert"
          radius={0}
          icon={<IconCloudOff size={18} aria-hidden />}
          title="No connection"
        >
          {`${cellsOf(cells.length)} could not be saved. They stay on this device, and are sent as soon as the connection is back.`}
        </Alert>
      )}
      <Refusals work={work} />
      <div className={classes.bar}>
        <Text size="sm" role="status">
          {told}
        </Text>
        <Group gap="sm">
          {cells.length > 0 && (
            <Button variant="default" onClick={() => work.discard(cells)}>
              Discard
            </Button>
          )}
          <Button loading={busy} disabled={!work.toSave} onClick={() => void work.save()}>
            Save
          </Button>
        </Group>
      </div>
    </>
  )
}

const mostNamed = 5

/** By name and day: a cell may be on another page, or closed by now. */
function Refusals({ work: { cells, faults, discard } }: { work: ReturnType<typeof useWork> }) {
  const refused = cells.filter(({ casual_id, day }) => faults.has(keyOf(casual_id, day)))
  if (refused.length === 0) return null
  return (
    <Alert
      color="red"
      role="alert"
      radius={0}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={`${cellsOf(refused.length)} cannot be saved as written.`}
    >
      <Stack gap="xs" align="flex-start">
        <ul className={classes.refused}>
          {refused.slice(0, mostNamed).map(({ casual_id, day, name, text }) => (
            <li key={keyOf(casual_id, day)}>
              {`${name}, ${dayName(day)}, ${text || 'empty'}: ${faults.get(keyOf(casual_id, day))}`}
            </li>
          ))}
          {refused.length > mostNamed && <li>{`And ${refused.length - mostNamed} more.`}</li>}
        </ul>
        <Button variant="default" size="xs" onClick={() => discard(refused)}>
          Discard Those
        </Button>
      </Stack>
    </Alert>
  )
}

const Hints = () => (
  <Text size="sm" c="dimmed">
    F a full day, H half a day, A absent, F+2 with two hours of overtime; pieces as a number. Arrow
    keys and Enter move between cells, Ctrl D copies the cell above, Ctrl Shift D fills down, and
    cells copied from a spreadsheet can be pasted. Ctrl S saves.
  </Text>
)

function Wizard({ head, onClose }: { head: Head; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <ImportWizard
        title="Upload Muster Roll"
        endpoint={musterRolls.upload}
        template={musterRolls.template}
        faults={musterRolls.faults}
        asked={{ from: head.from, days: String(head.days) }}
        first={`Download the template: it lists everybody, with what is marked from ${dayName(head.from)} on.`}
        done="Muster roll uploaded successfully"
        onClose={onClose}
      />
    </Suspense>
  )
}
