import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { isBankType } from '@mshahara/contract/bank-layouts'
import {
  actOf,
  deductionTypes,
  type ExportType,
  type Extension,
  exportGroups,
  exportLabel,
  exports,
  extensionLabels,
  extensions,
  permissionFor,
} from '@mshahara/contract/exports'
import type { Payroll } from '@mshahara/contract/payroll'
import { allows, type RunFacts } from '@mshahara/contract/run-states'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useProfile } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { useAct } from '../ui/act.ts'
import { IconDownload, IconFileDownload, IconPrinter } from '../ui/icons.ts'
import { BankFile } from './bank-file-button.tsx'
import { ByproductLine, Outcome, useByproduct } from './byproduct.tsx'

interface Props {
  payroll: Pick<Payroll, 'id' | 'kind' | 'health'> & RunFacts
  filter: Record<string, string>
}

const isReturn = (type: ExportType) => (deductionTypes as readonly string[]).includes(type)

/** What the run's state and the person's rights leave to choose from. */
function useOffered(payroll: Props['payroll']) {
  const { permissionNames } = useProfile()
  return exportGroups.flatMap(({ group, items }) => {
    const offered = items.filter(
      ({ value }) =>
        // A return is of a whole month.
        !(payroll.kind !== 'monthly' && isReturn(value)) &&
        allows(payroll, actOf(value)) &&
        permissionNames.includes(permissionFor(value)),
    )
    if (offered.length === 0) return []
    const named = offered.map(({ value }) => ({
      value,
      label: exportLabel(value, payroll.health),
    }))
    return [{ group, items: named }]
  })
}

/** A run as a file: what, in which format, and a link to it once it is made. */
export default function ExportControls({ payroll, filter }: Props) {
  const [type, setType] = useState<ExportType | null>(null)
  const offered = useOffered(payroll)
  const [extension, setExtension] = useState<Extension | null>(null)
  const make = useAct(exports.make)
  const byproduct = useByproduct('Payroll successfully exported')

  async function send() {
    if (!type || !extension) return toast('info', 'Please select export type and format')
    byproduct.forget()
    const params = { id: payroll.id }
    const answer = await make.run({ params, body: { filter, type, extension } })
    if (answer) byproduct.take(answer)
  }

  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <Select
          label="Export type"
          placeholder="Select type"
          data={offered}
          value={type}
          onChange={(value) => setType(value as ExportType | null)}
          maxDropdownHeight={420}
          w={{ base: '100%', xs: 220 }}
        />
        <Select
          label="Format"
          placeholder="Select format"
          data={extensions.map((value) => ({ value, label: extensionLabels[value] }))}
          value={extension}
          onChange={(value) => setExtension(value as Extension | null)}
          w={{ base: '100%', xs: 150 }}
        />
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={make.busy || byproduct.working}
          onClick={() => void send()}
        >
          Export
        </Button>
      </Group>
      {payroll.status === 'draft' && (
        <Text size="sm" c="dimmed">
          Files exported now are marked DRAFT and withdrawn if the payroll changes. Bank files and
          returns can be made once it is confirmed.
        </Text>
      )}
      <Outcome of={byproduct} label="Writing the file" />
      {offered.some(({ items }) => items.some(({ value }) => isBankType(value))) && (
        <BankFile payroll_id={payroll.id} filter={filter} />
      )}
      {allows(payroll, 'issue') && <Payslips payroll={payroll} />}
      <Byproducts payroll={payroll} />
    </Stack>
  )
}

/** All payslips of the run for printing, made in the background. */
function Payslips({ payroll }: Pick<Props, 'payroll'>) {
  const make = useAct(exports.payslips)
  const byproduct = useByproduct('Payslips successfully exported')
  async function send(extension: 'pdf' | 'zip') {
    byproduct.forget()
    const answer = await make.run({ params: { id: payroll.id }, body: { extension } })
    if (answer) byproduct.take(answer)
  }
  const button = { variant: 'default', loading: make.busy || byproduct.working } as const
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button
          {...button}
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => void send('pdf')}
        >
          All payslips (PDF)
        </Button>
        <Button
          {...button}
          leftSection={<IconFileDownload size={16} aria-hidden />}
          onClick={() => void send('zip')}
        >
          All payslips (ZIP)
        </Button>
      </Group>
      <Outcome of={byproduct} label="Printing the payslips" />
    </Stack>
  )
}

/** The last ones are looked for most; the others are one press away. */
const few = 5

/** Files made earlier, by anyone; what was withdrawn stays on record. */
function Byproducts({ payroll }: Pick<Props, 'payroll'>) {
  const [all, setAll] = useState(false)
  const [withdrawn, setWithdrawn] = useState(false)
  const query = withdrawn ? { withdrawn: 1 as const } : {}
  const { data } = useRead(
    exports.byproducts,
    { params: { id: payroll.id }, query },
    { keep: true },
  )
  if (!data) return null
  const shown = all || withdrawn ? data : data.slice(0, few)
  return (
    <section aria-label="Files made">
      <Group gap="md" mb={4}>
        <Text size="sm" fw={600}>
          Files made
        </Text>
        <Button variant="subtle" size="compact-xs" onClick={() => setWithdrawn(!withdrawn)}>
          {withdrawn ? 'Hide withdrawn files' : 'Show withdrawn files'}
        </Button>
      </Group>
      {data.length === 0 && (
        <Text size="sm" c="dimmed">
          {withdrawn ? 'No file has been made yet.' : 'None at present.'}
        </Text>
      )}
      <Stack gap={4}>
        {shown.map((file) => (
          <ByproductLine key={file.id} file={file} label={exportLabel(file.type, payroll.health)} />
        ))}
      </Stack>
      {shown.length < data.length && (
        <Button variant="subtle" size="compact-xs" mt={4} onClick={() => setAll(true)}>
          {`Show all ${data.length} files`}
        </Button>
      )}
    </section>
  )
}
