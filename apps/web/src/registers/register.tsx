import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { documentTooLarge, limits } from '@mshahara/contract/limits'
import { payrolls } from '@mshahara/contract/payroll'
import { type ColumnsChosen, type RegisterCompared, registers } from '@mshahara/contract/registers'
import { useState } from 'react'
import { call, useRead } from '../lib/api.ts'
import { useParam } from '../lib/param.ts'
import { useProfile } from '../lib/session.ts'
import { Refused } from '../lib/wire.ts'
import { IconAlertTriangle, IconFileSpreadsheet } from '../ui/icons.ts'
import { MissingPayroll } from '../ui/missing-payroll.tsx'
import { Print } from '../ui/on-paper.tsx'
import { Page } from '../ui/page.tsx'
import { asDataUrl } from '../ui/upload.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Columns } from './columns.tsx'
import { Outcome } from './outcome.tsx'
import { RegisterPaper } from './paper.tsx'
import { rememberColumns, rememberedColumns } from './words.ts'

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
          <Choose name={chosen?.name} busy={busy} onPick={comparing.pick} />
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
              <Columns
                key={chosen.file.length}
                {...{ found, chosen, busy }}
                onChange={comparing.match}
              />
              <Outcome found={found} />
            </>
          )}
        </Stack>
      )}
    </Page>
  )
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
      rememberColumns(organization, columns)
    } catch (error) {
      setFound(undefined)
      if (error instanceof Refused)
        setRefusal(Object.values(error.fields).flat()[0] ?? error.message)
    } finally {
      setBusy(false)
    }
  }
  async function pick(file: File | null) {
    if (!file) return
    if (file.size > limits.documentBytes) return setRefusal(documentTooLarge)
    const columns = rememberedColumns(organization)
    await compare({ name: file.name, file: await asDataUrl(file), columns })
  }
  const match = (columns: ColumnsChosen) => chosen && void compare({ ...chosen, columns })
  return { found, chosen, refusal, busy, pick, match }
}

interface ChooseProps {
  name: string | undefined
  busy: boolean
  onPick: (file: File | null) => Promise<void>
}

const Choose = ({ name, busy, onPick }: ChooseProps) => (
  <section className="card" aria-label="Register" style={{ padding: 'var(--card-pad)' }}>
    <Group justify="space-between" align="center">
      <div style={{ flex: '1 1 320px' }}>
        <Text fw={600}>{name ?? 'The register of your old system for this month'}</Text>
        <Text size="sm" c="dimmed">
          An Excel file with one row for each person: a number, and the amounts as that system paid
          them. It is read and compared; nothing of it is saved.
        </Text>
      </div>
      <FileButton accept=".xlsx,.xls" onChange={(file) => void onPick(file)}>
        {(props) => (
          <Button
            {...props}
            loading={busy}
            leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          >
            {name ? 'Choose another file' : 'Choose file'}
          </Button>
        )}
      </FileButton>
    </Group>
  </section>
)
