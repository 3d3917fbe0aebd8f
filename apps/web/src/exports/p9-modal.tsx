import { Button, Modal, Select, Stack, Text } from '@mantine/core'
import { exports } from '@mshahara/contract/exports'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { today } from '../lib/format.ts'
import { useAct } from '../ui/act.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { Outcome, useByproduct } from './byproduct.tsx'

interface Props {
  /** Without one: everybody, in one file. */
  employee_id?: string
  onClose: () => void
}

/** The tax deduction card of a year. */
export default function P9Modal({ employee_id, onClose }: Props) {
  useReturnFocus()
  const current = today().slice(0, 4)
  const [year, setYear] = useState<string | null>(current)
  const { data: years } = useRead(exports.years)
  const make = useAct(exports.p9)
  const byproduct = useByproduct('P9 successfully exported')
  const working = byproduct.state !== null && 'job' in byproduct.state
  const choices = (years ?? [Number(current)]).map(String)

  async function download() {
    byproduct.forget()
    const body = { employee_id: employee_id ?? '', year: Number(year) }
    const answer = await make.run({ body })
    if (answer) byproduct.take(answer)
  }

  return (
    <Modal opened onClose={onClose} title="Download P9 Form">
      <Stack gap="md">
        <Select
          label="Select Tax Year"
          data={choices}
          value={year}
          onChange={(value) => {
            byproduct.forget()
            setYear(value)
          }}
          clearable
          data-autofocus
        />
        <Text size="sm" c="dimmed">
          {employee_id
            ? "The P9 form contains the employee's tax information for the selected year."
            : 'The file has a P9 form for each employee, and a summary, for the selected year.'}
        </Text>
        <Outcome state={byproduct.state} label="Writing the P9 forms" onDone={byproduct.end} />
        <div className="modal-foot">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={make.busy || working} disabled={!year} onClick={() => void download()}>
            Download
          </Button>
        </div>
      </Stack>
    </Modal>
  )
}
