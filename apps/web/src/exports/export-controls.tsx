import { Anchor, Button, Group, Select, Stack, Text } from '@mantine/core'
import {
  type Byproduct,
  type ExportType,
  type Extension,
  exportGroups,
  exportLabel,
  exports,
  extensionLabels,
  extensions,
} from '@mshahara/contract/exports'
import type { Payroll } from '@mshahara/contract/payroll'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { dateTime } from '../lib/format.ts'
import { toast } from '../lib/toast.tsx'
import { useAct } from '../ui/act.ts'
import { IconDownload } from '../ui/icons.ts'
import { Outcome, useByproduct } from './byproduct.tsx'

interface Props {
  payroll: Pick<Payroll, 'id' | 'health'>
  filter: Record<string, string>
}

/** A run as a file: what, in which format, and a link to it once it is made. */
export default function ExportControls({ payroll, filter }: Props) {
  const [type, setType] = useState<ExportType | null>(null)
  const [extension, setExtension] = useState<Extension | null>(null)
  const make = useAct(exports.make)
  const byproduct = useByproduct('Payroll successfully exported')
  const working = byproduct.state !== null && 'job' in byproduct.state

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
          data={exportGroups.map(({ group, items }) => ({
            group,
            items: items.map(({ value }) => ({ value, label: exportLabel(value, payroll.health) })),
          }))}
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
          loading={make.busy || working}
          onClick={() => void send()}
        >
          Export
        </Button>
      </Group>
      <Outcome state={byproduct.state} label="Writing the file" onDone={byproduct.end} />
      <Byproducts payroll={payroll} />
    </Stack>
  )
}

const shown = 5

/** Files made earlier, by anyone: nothing that was handed out is lost. */
function Byproducts({ payroll }: Pick<Props, 'payroll'>) {
  const { data } = useRead(exports.byproducts, { params: { id: payroll.id } })
  if (!data || data.length === 0) return null
  return (
    <section aria-label="Files made">
      <Text size="sm" fw={600} mb={4}>
        Files made
      </Text>
      <Stack gap={2}>
        {data.slice(0, shown).map((file) => (
          <ByproductLink key={file.id} file={file} health={payroll.health} />
        ))}
      </Stack>
    </section>
  )
}

function ByproductLink({ file, health }: { file: Byproduct; health: Payroll['health'] }) {
  const { type, extension, address, made_by, created_at } = file
  const label = exportLabel(type, health)
  const format = extensionLabels[extension as Extension] ?? extension
  return (
    <Text size="sm" c="dimmed">
      <Anchor href={address} download inherit underline="always">{`${label} (${format})`}</Anchor>
      {`, ${dateTime(created_at)}, ${made_by}`}
    </Text>
  )
}
