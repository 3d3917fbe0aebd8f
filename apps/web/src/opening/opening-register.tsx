import { Alert, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { documentTooLarge, limits } from '@mshahara/contract/limits'
import { defaultMonth, monthFrom } from '@mshahara/contract/months'
import {
  openingBalances,
  type YearColumn,
  type YearRead,
  yearColumns,
  yearTitles,
} from '@mshahara/contract/opening'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, refresh, useWrite } from '../lib/api.ts'
import { today } from '../lib/format.ts'
import { monthOptions } from '../lib/months.ts'
import { rememberColumns, rememberedColumns } from '../lib/register-columns.ts'
import { useProfile } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { Refused } from '../lib/wire.ts'
import { IconAlertTriangle } from '../ui/icons.ts'
import { Faults, Preview } from '../ui/import-tables.tsx'
import { MatchColumns } from '../ui/match-columns.tsx'
import { Page } from '../ui/page.tsx'
import { PickSheet } from '../ui/pick-sheet.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { asDataUrl } from '../ui/upload.tsx'

interface About {
  from: string
  to: string
  source: string
}
interface Chosen extends About {
  name: string
  file: string
  columns: Partial<Record<YearColumn, string | null>>
}

/** A month of the year from the register or the P10 of another system. */
export default function OpeningRegister() {
  const [about, setAbout] = useState<About>(() => {
    const { month, year } = defaultMonth(today())
    const last = monthFrom(month, year)
    return { from: last, to: last, source: '' }
  })
  const reading = useReading()
  const { read, chosen, refusal, busy } = reading
  return (
    <Page
      title="Open the Year from a Register"
      subtitle="What another system paid for a month, from its payroll register or its P10"
      back={{ label: 'Back to opening balances', to: '/openingBalances' }}
    >
      <Stack gap="lg">
        <section className="card" aria-label="Register" style={{ padding: 'var(--card-pad)' }}>
          <Stack>
            <What
              about={about}
              onChange={(next) => {
                setAbout(next)
                // What was read is of other months, or from elsewhere.
                reading.forget()
              }}
            />
            <PickSheet
              title="The register or P10 of these months"
              name={chosen?.name}
              busy={busy}
              disabled={about.source.trim() === ''}
              text="An Excel or CSV file with one row for each person: a number, PIN or ID number, pay, taxable pay and PAYE. A P10 is read as it was filed."
              onPick={(file) => void reading.pick(file, about)}
            />
          </Stack>
        </section>
        {refusal && (
          <Alert
            variant="light"
            color="red"
            role="alert"
            icon={<IconAlertTriangle size={18} aria-hidden />}
            title="This file was not accepted, and nothing was changed"
          >
            {refusal}
          </Alert>
        )}
        {read && chosen && <Found {...{ read, chosen, reading }} />}
      </Stack>
    </Page>
  )
}

/** Which months, and whose figures they are. */
function What({ about, onChange }: { about: About; onChange: (about: About) => void }) {
  const months = monthOptions().filter(({ value }) => value <= today().slice(0, 7))
  const change = (part: Partial<About>) => onChange({ ...about, ...part })
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <SearchSelect
        label="Month"
        description="Of which the file is"
        data={months}
        value={about.from}
        onChange={(from) => from && change({ from, to: from })}
      />
      <SearchSelect
        label="Until"
        description="A later month, where the file is the sum of several"
        data={months.filter(({ value }) => value >= about.from)}
        value={about.to}
        onChange={(to) => to && change({ to })}
      />
      <TextInput
        label="Where from"
        description="It stands on the P9"
        placeholder="Sage payroll"
        withAsterisk
        value={about.source}
        maxLength={120}
        onChange={(event) => change({ source: event.currentTarget.value })}
      />
    </SimpleGrid>
  )
}

interface FoundProps {
  read: YearRead
  chosen: Chosen
  reading: ReturnType<typeof useReading>
}

function Found({ read, chosen, reading }: FoundProps) {
  const { busy, saving, match, save } = reading
  const missing = yearColumns.filter((key) => read.matched[key] === null)
  const titles = missing.map((key) => yearTitles[key]).join(', ')
  const note = missing.length > 0 ? `Not in it: ${titles}.` : 'Every column was found.'
  return (
    <>
      <MatchColumns
        key={chosen.file.length}
        keys={yearColumns}
        titleOf={(key) => yearTitles[key]}
        sheet={read.sheet}
        headings={read.headings}
        found={read.matched}
        {...{ note, busy }}
        onChange={(key, heading) => match(chosen, key, heading)}
      />
      <section className="card" aria-label="Outcome" style={{ padding: 'var(--card-pad)' }}>
        <Stack>
          <Text fw={600} role="status">
            {read.message}
          </Text>
          {read.fault_count > 0 ? <Faults answer={read} /> : <Preview answer={read} />}
          {read.fault_count === 0 && read.created > 0 && (
            <Group justify="flex-end">
              <Button loading={saving} disabled={busy} onClick={() => void save(chosen)}>
                {`Upload ${read.created} ${read.created === 1 ? 'row' : 'rows'}`}
              </Button>
            </Group>
          )}
        </Stack>
      </section>
    </>
  )
}

function useReading() {
  const organization = useProfile().organization_id ?? ''
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<Chosen>()
  const [read, setRead] = useState<YearRead>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const write = useWrite(openingBalances.register, { quiet: [422] })
  const refuse = (error: unknown) => {
    setRead(undefined)
    if (error instanceof Refused) setRefusal(Object.values(error.fields).flat()[0] ?? error.message)
  }
  async function look(next: Chosen) {
    setBusy(true)
    setChosen(next)
    setRefusal(undefined)
    try {
      const { name: _, ...body } = next
      const input = { query: { dry: '1' }, body } as const
      const { data } = await call(openingBalances.register, input, { quiet: [422] })
      setRead(data)
      rememberColumns(organization, next.columns)
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }
  async function pick(file: File, about: About) {
    if (file.size > limits.documentBytes) return setRefusal(documentTooLarge)
    const columns = rememberedColumns(organization, yearColumns)
    await look({ ...about, columns, name: file.name, file: await asDataUrl(file) })
  }
  const match = (of: Chosen, key: YearColumn, heading: string | null) =>
    void look({ ...of, columns: { ...of.columns, [key]: heading } })
  async function save({ name: _, ...body }: Chosen) {
    try {
      const { data } = await write.run({ body })
      toast('success', data.message)
      void refresh()
      void navigate({ to: '/openingBalances' })
    } catch (error) {
      refuse(error)
    }
  }
  function forget() {
    setChosen(undefined)
    setRead(undefined)
    setRefusal(undefined)
  }
  return { chosen, read, refusal, busy, saving: write.busy, pick, match, save, forget }
}
