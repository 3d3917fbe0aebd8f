import { Alert, Stack } from '@mantine/core'
import { counted } from '@mshahara/contract/counted'
import { documentTooLarge, limits } from '@mshahara/contract/limits'
import { payrolls } from '@mshahara/contract/payroll'
import {
  type ColumnsChosen,
  type RegisterCompared,
  type RegisterOutcome,
  registerColumns,
  registers,
} from '@mshahara/contract/registers'
import { useState } from 'react'
import { call, refresh, useRead } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { useParam } from '../lib/param.ts'
import { rememberColumns, rememberedColumns } from '../lib/register-columns.ts'
import { useProfile } from '../lib/session.ts'
import { Refused } from '../lib/wire.ts'
import { IconAlertTriangle } from '../ui/icons.ts'
import { MatchColumns } from '../ui/match-columns.tsx'
import { MissingPayroll } from '../ui/missing-payroll.tsx'
import { Print } from '../ui/on-paper.tsx'
import { Page } from '../ui/page.tsx'
import { PickSheet } from '../ui/pick-sheet.tsx'
import { asDataUrl } from '../ui/upload.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Outcome } from './outcome.tsx'
import { RegisterPaper } from './paper.tsx'
import { missingIn, titleOf } from './words.ts'

interface Chosen {
  name: string
  file: string
  columns: ColumnsChosen
}

/** The parallel run: month by month, until the register of the old system says the same. */
export default function Register() {
  const id = useParam('id')
  const { data: payroll, isPending } = useRead(payrolls.get, {
    params: { id },
    query: { limit: 1 },
  })
  const comparing = useComparing(id)
  const { found, chosen, refusal, busy } = comparing
  const title = payroll ? `${payroll.code} - ${payroll.month}, ${payroll.year}` : ' '
  return (
    <Page
      title="Compare with a Register"
      subtitle={title}
      back={{ label: 'Back to the payroll', to: `/payroll/${id}` }}
      actions={
        found && (
          <Print shown={found} load={async () => found}>
            {(whole) => <RegisterPaper found={whole} title={title} file={chosen?.name ?? ''} />}
          </Print>
        )
      }
    >
      {isPending && <Waiting />}
      {!isPending && !payroll && <MissingPayroll />}
      {payroll && (
        <Stack gap="lg">
          <section className="card" aria-label="Register" style={{ padding: 'var(--card-pad)' }}>
            <PickSheet
              title="The register of your old system for this month"
              name={chosen?.name}
              text="An Excel or CSV file with one row for each person: a number, and the amounts as that system paid them. It is read and compared; nothing of it is saved but how many people agree."
              busy={busy}
              onPick={(file) => void comparing.pick(file)}
            />
          </section>
          {!found && <LastTime payroll_id={id} />}
          {refusal && (
            <Alert
              variant="light"
              color="red"
              role="alert"
              icon={<IconAlertTriangle size={18} aria-hidden />}
              title="This file could not be compared"
            >
              {refusal}
            </Alert>
          )}
          {found && chosen && (
            <>
              <MatchColumns
                key={chosen.file.length}
                {...{ titleOf, busy, ...found }}
                keys={registerColumns}
                found={found.columns}
                note={noteOf(found)}
                onChange={(key, heading) => comparing.match({ ...chosen.columns, [key]: heading })}
              />
              <Outcome found={found} />
            </>
          )}
        </Stack>
      )}
    </Page>
  )
}

const noteOf = (found: RegisterCompared) => {
  const missing = missingIn(found)
  return missing.length > 0 ? `Not compared: ${missing.join(', ')}.` : 'Every figure is compared.'
}

/** How it came out before: counts, and nothing of the register. */
function LastTime({ payroll_id }: { payroll_id: string }) {
  const { data } = useRead(registers.outcome, { params: { id: payroll_id } })
  if (!data) return null
  return (
    <Alert
      variant="light"
      color={data.equal && data.stands ? 'green' : 'yellow'}
      title={outcomeTitle(data)}
    >
      {`By ${data.made_by}, ${dateTime(data.made_at)}. `}
      {data.stands
        ? 'Choose the register again to see who and what.'
        : 'The payroll has changed since: please compare it again.'}
    </Alert>
  )
}

const outcomeTitle = ({ equal, people, equal_people }: RegisterOutcome) => {
  const all = counted(people, 'person', 'people')
  return equal ? `Compared last: equal, ${all}` : `Compared last: ${equal_people} of ${all} equal`
}

function useComparing(id: string) {
  const organization = useProfile().organization_id ?? ''
  const [chosen, setChosen] = useState<Chosen>()
  const [found, setFound] = useState<RegisterCompared>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function compare(next: Chosen) {
    setBusy(true)
    setChosen(next)
    setRefusal(undefined)
    try {
      const { file, columns } = next
      const input = { params: { id }, body: { file, columns } }
      const { data } = await call(registers.compare, input, { quiet: [422] })
      setFound(data)
      // What the first screen says of it is another now.
      void refresh()
      rememberColumns(organization, columns)
    } catch (error) {
      setFound(undefined)
      if (error instanceof Refused)
        setRefusal(Object.values(error.fields).flat()[0] ?? error.message)
    } finally {
      setBusy(false)
    }
  }
  async function pick(file: File) {
    if (file.size > limits.documentBytes) return setRefusal(documentTooLarge)
    const columns = rememberedColumns(organization, registerColumns)
    await compare({ name: file.name, file: await asDataUrl(file), columns })
  }
  const match = (columns: ColumnsChosen) => chosen && void compare({ ...chosen, columns })
  return { found, chosen, refusal, busy, pick, match }
}
