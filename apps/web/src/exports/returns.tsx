import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import {
  type Extension,
  exportLabel,
  extensionLabels,
  extensions,
} from '@mshahara/contract/exports'
import { type MonthReturns, type ReturnDue, returns } from '@mshahara/contract/returns'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date, dateTime, signed, signedKsh, today } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import { useAct } from '../ui/act.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty, Failed } from '../ui/empty.tsx'
import { IconCalendarStats, IconDownload, IconFileDownload } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { RowButton } from '../ui/row-action.tsx'
import { Status, Tag } from '../ui/status.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { ByproductLine, Outcome, useByproduct } from './byproduct.tsx'
import classes from './returns.module.css'

const perPage = 6

/** What each month owes to others, until when, and its files. */
export default function Returns() {
  const [limit, setLimit] = useState(perPage)
  const { data, isPending, isError, refetch } = useRead(
    returns.list,
    { query: { limit } },
    { keep: true },
  )
  return (
    <Page
      title="Returns"
      subtitle="One file for each month, however many payrolls it has. Due dates allow for weekends, but not yet for public holidays."
    >
      {isPending && <Waiting />}
      {isError && <Failed title="The returns could not be loaded" onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <div className="card">
          <Empty
            icon={IconCalendarStats}
            title="No Returns Yet"
            text="They appear here once a payroll is confirmed."
          />
        </div>
      )}
      {data?.map((month) => (
        <Month key={month.month} month={month} />
      ))}
      {data && data.length === limit && limit < 24 && (
        <Group justify="center">
          <Button variant="default" onClick={() => setLimit(limit + perPage)}>
            Show earlier months
          </Button>
        </Group>
      )}
    </Page>
  )
}

const labelOf = ({ type, name }: ReturnDue, { health }: MonthReturns) =>
  type === 'SEC_B' ? 'PAYE (P10)' : (name ?? exportLabel(type, health))

function Month({ month }: { month: MonthReturns }) {
  const make = useAct(returns.make)
  const byproduct = useByproduct('Return successfully exported')
  const working = make.busy || byproduct.working
  async function run(body: NonNullable<Parameters<typeof make.run>[0]>['body']) {
    byproduct.forget()
    const answer = await make.run({ params: { month: month.month }, body })
    if (answer) byproduct.take(answer)
  }
  const title = monthName(month.month)
  const { runs, people, items } = month
  return (
    <section className="card" aria-label={title}>
      <Group justify="space-between" p="lg" pb="sm">
        <div>
          <Title order={2}>{title}</Title>
          <Text size="sm" c="dimmed">
            {`${runs.map(({ code }) => code).join(', ')} · ${people} ${people === 1 ? 'person' : 'people'}`}
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={working}
          onClick={() => void run({ type: 'all', extension: 'zip' })}
        >
          All returns (ZIP)
        </Button>
      </Group>
      <Stack px="lg" pb="sm">
        <Outcome of={byproduct} label="Writing the files" />
        {month.file && !byproduct.state && (
          <ByproductLine file={month.file} label={exportLabel('returns', month.health)} />
        )}
      </Stack>
      <DataTable
        label={`Returns of ${title}`}
        columns={columnsOf(month, working, (item, extension) =>
          run({ type: item.type, name: item.name, extension }),
        )}
        rows={items}
        rowKey={({ type, name }) => `${type} ${name ?? ''}`}
        empty={<Text p="lg">Nothing was deducted in this month.</Text>}
      />
    </section>
  )
}

function columnsOf(
  month: MonthReturns,
  busy: boolean,
  onMake: (item: ReturnDue, extension: Extension) => void,
): Column<ReturnDue>[] {
  return [
    { key: 'name', title: 'Return', lead: true, render: (item) => labelOf(item, month) },
    {
      key: 'due',
      title: 'Due',
      render: (item) => <Due item={item} made={Boolean(item.file ?? month.file)} />,
    },
    {
      key: 'amount',
      title: 'Amount to remit',
      align: 'right',
      oneLine: true,
      render: (item) => <Amount item={item} />,
    },
    {
      key: 'file',
      title: 'File',
      render: ({ file }) => <Made file={file} packed={month.file !== null} />,
    },
    {
      key: 'actions',
      title: 'Make',
      actions: true,
      render: (item) => (
        <Group gap={4} className={classes.make}>
          {extensions.map((extension) => (
            <RowButton
              key={extension}
              label={`${labelOf(item, month)} as ${extensionLabels[extension]}`}
              icon={IconFileDownload}
              disabled={busy}
              onClick={() => onMake(item, extension)}
            >
              {extensionLabels[extension]}
            </RowButton>
          ))}
        </Group>
      ),
    },
  ]
}

/** With both shares where the employer adds one. */
function Amount({ item }: { item: ReturnDue }) {
  return (
    <div className="figures">
      {signed(item.amount)}
      {item.employer > 0 && item.deducted > 0 && (
        <Text size="xs" c="dimmed">
          {signed(item.deducted)} deducted
          <br />
          {signed(item.employer)} employer
        </Text>
      )}
    </div>
  )
}

const day_ms = 86_400_000
/** So long before and after its day a return that nobody has made is pointed out. */
const soon = { before: 7, after: 31 }

function Due({ item: { due }, made }: { item: ReturnDue; made: boolean }) {
  if (!due) return <span className={classes.none}>As agreed</span>
  const left = (Date.parse(due) - Date.parse(today())) / day_ms
  const open = !made && left <= soon.before && left >= -soon.after
  return (
    <Group gap={6}>
      <span className={classes.whole}>{date(due)}</span>
      {open && <Tag tone={left < 0 ? 'red' : 'amber'}>{left < 0 ? 'Past due' : 'Due soon'}</Tag>}
    </Group>
  )
}

/** Beside each file what it comes to and its state. */
function Made({ file, packed }: Pick<ReturnDue, 'file'> & { packed: boolean }) {
  if (!file) return <span className={classes.none}>{packed ? 'In the ZIP' : 'Not made yet'}</span>
  return (
    <Stack gap={2} align="flex-start">
      <Anchor
        href={file.address}
        download
        size="sm"
        underline="always"
        className={classes.name}
        title={`${dateTime(file.created_at)}, ${file.made_by}`}
      >
        {file.name}
      </Anchor>
      <Group gap={6}>
        {file.total !== null && (
          <Text size="xs" c="dimmed" className="figures">
            {signedKsh(file.total)}
          </Text>
        )}
        <Status value={file.state ?? ''} />
      </Group>
    </Stack>
  )
}
