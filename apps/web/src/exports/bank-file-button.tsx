import { Button, Modal, Select, Stack, Text } from '@mantine/core'
import { bankTypes } from '@mshahara/contract/bank-layouts'
import {
  type BankFileFormat,
  type Extension,
  exports,
  extensionLabels,
  extensions,
} from '@mshahara/contract/exports'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useAct } from '../ui/act.ts'
import { IconBuildingBank } from '../ui/icons.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { bankName } from './bank-name.ts'
import { Outcome, useByproduct } from './byproduct.tsx'

type Format = Pick<BankFileFormat, 'type' | 'extension'>

interface Props {
  payroll_id: string
  filter: Record<string, string>
}

/** With one press as last time; the first time asks for which bank, and in which format. */
export function BankFile({ payroll_id, filter }: Props) {
  const { data: format } = useRead(exports.bankFileFormat)
  const [choosing, setChoosing] = useState(false)
  const make = useAct(exports.make)
  const byproduct = useByproduct('Payroll successfully exported')
  if (!format) return null
  async function send({ type, extension }: Format) {
    setChoosing(false)
    byproduct.forget()
    const body = { filter, type, extension }
    const answer = await make.run({ params: { id: payroll_id }, body })
    if (answer) byproduct.take(answer)
  }
  return (
    <Stack gap="sm">
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
        leftSection={<IconBuildingBank size={16} aria-hidden />}
        loading={make.busy || byproduct.working}
        onClick={() => (format.used ? void send(format) : setChoosing(true))}
      >
        {format.used
          ? `Bank file (${bankName(format.type)}, ${extensionLabels[format.extension]})`
          : 'Bank file'}
      </Button>
      {choosing && <Choose first={format} onChosen={send} onClose={() => setChoosing(false)} />}
      <Outcome of={byproduct} label="Writing the bank file" />
    </Stack>
  )
}

interface ChooseProps {
  first: Format
  onChosen: (format: Format) => void
  onClose: () => void
}

function Choose({ first, onChosen, onClose }: ChooseProps) {
  useReturnFocus()
  const [type, setType] = useState(first.type)
  const [extension, setExtension] = useState<Extension>(first.extension)
  return (
    <Modal opened onClose={onClose} title="Bank file">
      <Stack gap="md">
        <Select
          label="Bank"
          data={bankTypes.map((value) => ({ value, label: bankName(value) }))}
          value={type}
          onChange={(value) => setType(value ?? type)}
          allowDeselect={false}
          data-autofocus
        />
        <Select
          label="File format"
          data={extensions.map((value) => ({ value, label: extensionLabels[value] }))}
          value={extension}
          onChange={(value) => setExtension(value ?? extension)}
          allowDeselect={false}
        />
        <Text size="sm" c="dimmed">
          The next bank file is made like this one with a single click. For another bank or format,
          choose it under Export type.
        </Text>
        <div className="modal-foot">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => onChosen({ type, extension })}>Make file</Button>
        </div>
      </Stack>
    </Modal>
  )
}
