import { Button, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core'
import type { EnteredLineInput } from '@mshahara/contract/leaving'
import { useState } from 'react'
import { Money } from '../ui/money.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'

export type Line = Omit<EnteredLineInput, 'amount'> & { amount: number }

/** Which line is changed; a new one has neither place nor line. */
export interface Meant {
  place: number | null
  line: Line | null
  /** Made by the rules: only its amount is another. */
  ruled?: boolean
}

const kinds: { value: Line['code']; label: string }[] = [
  { value: 'property', label: 'Property not returned' },
  { value: 'advance', label: 'Advance not repaid' },
  { value: 'other', label: 'Something else that is owed' },
  { value: 'due', label: 'Something else that is due' },
]

interface Props {
  meant: Meant
  onKeep: (line: Line | null) => void
  onClose: () => void
}

/** Another amount for a line, or a line of its own; why is kept and printed. */
export function LineModal({ meant: { place, line, ruled }, onKeep, onClose }: Props) {
  useReturnFocus()
  const [draft, setDraft] = useState<
    Record<'code' | 'label' | 'reason', string> & { amount: unknown }
  >({ code: 'property', label: '', amount: '', reason: '', ...line })
  const [asked, setAsked] = useState(false)
  const faults = faultsOf(draft)
  const fault = (name: keyof typeof faults) => (asked ? faults[name] : undefined)
  const keep = (next: Line | null) => {
    onKeep(next)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={ruled ? `Change ${line?.label}` : 'Line of Final Dues'}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (Object.keys(faults).length === 0) keep(draft as unknown as Line)
        }}
      >
        <Stack gap="md">
          {!ruled && (
            <>
              <Select
                label="What it is"
                data={kinds}
                value={draft.code}
                allowDeselect={false}
                onChange={(code) => code && setDraft({ ...draft, code })}
              />
              <TextInput
                label="Name"
                placeholder="Laptop"
                value={draft.label}
                error={fault('label')}
                onChange={({ currentTarget: { value } }) => setDraft({ ...draft, label: value })}
              />
            </>
          )}
          <Money
            label="Amount"
            value={draft.amount as number}
            error={fault('amount')}
            onChange={(amount) => setDraft({ ...draft, amount })}
          />
          <Textarea
            label="Reason"
            description="Kept, and printed on the statement"
            autosize
            minRows={2}
            value={draft.reason}
            error={fault('reason')}
            onChange={({ currentTarget: { value } }) => setDraft({ ...draft, reason: value })}
          />
          <div className="modal-foot">
            {place !== null && (
              <Button variant="default" onClick={() => keep(null)}>
                {ruled ? 'As the Rules Make It' : 'Remove Line'}
              </Button>
            )}
            <Button type="submit">Keep Line</Button>
          </div>
        </Stack>
      </form>
    </Modal>
  )
}

function faultsOf(draft: Record<'label' | 'reason', string> & { amount: unknown }) {
  const faults: Partial<Record<'label' | 'amount' | 'reason', string>> = {}
  if (draft.label.trim() === '') faults.label = 'Name is required.'
  if (typeof draft.amount !== 'number' || draft.amount < 0) faults.amount = 'Amount is required.'
  if (draft.reason.trim() === '') faults.reason = 'Reason is required.'
  return faults
}
