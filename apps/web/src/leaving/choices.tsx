import { Button, Select, Textarea } from '@mantine/core'
import { type LeavingAnswer, leaving } from '@mshahara/contract/leaving'
import { useState } from 'react'
import { useMay } from '../lib/session.ts'
import { optional } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconAdjustments } from '../ui/icons.ts'

/** What the law leaves open, as the organisation does it: a record begins with it. */
export function Choices({ settings }: Pick<LeavingAnswer, 'settings'>) {
  const may = useMay()
  const [open, setOpen] = useState(false)
  if (!may(leaving.changeSettings)) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconAdjustments size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Choices
      </Button>
      {open && <Form settings={settings} onClose={() => setOpen(false)} />}
    </>
  )
}

function Form({ settings, onClose }: Pick<LeavingAnswer, 'settings'> & { onClose: () => void }) {
  return (
    <FormModal
      endpoint={leaving.changeSettings}
      title="Choices for Final Dues"
      action="Save"
      initial={{
        severance_divisor: settings.severance_divisor as 26,
        exempt_reason: settings.exempt_reason ?? '',
      }}
      done="Choices saved successfully"
      onClose={onClose}
    >
      {(form) => (
        <>
          <Select
            label="For severance, a month's pay is divided by"
            description="The law does not say by how many days. Leave is divided as Leave Types say."
            data={[
              { value: '26', label: '26 days (default)' },
              { value: '30', label: '30 days' },
              { value: '22', label: '22 days' },
            ]}
            allowDeselect={false}
            value={String(form.values.severance_divisor)}
            onChange={(value) => form.setFieldValue('severance_divisor', Number(value) as 26)}
          />
          <Textarea
            label="Why severance and service pay are not taxed"
            description="Default: none, they are taxed as a lump sum. A reason here is printed on each statement."
            autosize
            minRows={2}
            {...optional}
            {...form.getInputProps('exempt_reason')}
          />
        </>
      )}
    </FormModal>
  )
}
