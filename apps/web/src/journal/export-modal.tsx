import { Button, Modal, Radio, Select, Stack } from '@mantine/core'
import { type Extension, extensionLabels, extensions } from '@mshahara/contract/exports'
import { type JournalFormat, journal, journalFormats } from '@mshahara/contract/journal'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { useReturnFocus } from '../ui/return-focus.ts'
import { saveFile } from '../ui/save-file.ts'

const formats = Object.entries(journalFormats).map(([value, label]) => ({ value, label }))

interface Props {
  month: string
  /** One entry alone. */
  entry?: string
  onClose: () => void
}

/** The journal as an accounting program reads it. Render it only while open. */
export function ExportModal({ month, entry, onClose }: Props) {
  useReturnFocus()
  const [format, setFormat] = useState<JournalFormat>('quickbooks')
  const [extension, setExtension] = useState<Extension>('xlsx')
  const [by, setBy] = useState<'department' | 'person'>('department')
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    const query = {
      ...{ format, by, extension: format === 'plain' ? extension : ('csv' as const) },
      ...(entry && { entry }),
    }
    // lib/api.ts has already said why it failed.
    const sent = await call(journal.file, { params: { month }, query }).catch(() => null)
    setBusy(false)
    if (!sent) return
    saveFile(sent.data)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Export Journal">
      <Stack gap="md">
        <Select
          label="Program"
          data={formats}
          value={format}
          allowDeselect={false}
          onChange={(value) => value && setFormat(value as JournalFormat)}
        />
        {format === 'plain' && (
          <Select
            label="Format"
            data={extensions.map((value) => ({ value, label: extensionLabels[value] }))}
            value={extension}
            allowDeselect={false}
            onChange={(value) => value && setExtension(value as Extension)}
          />
        )}
        <Radio.Group
          label="Lines"
          value={by}
          onChange={(value) => setBy(value as 'department' | 'person')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="department" label="Added up, by department" />
            <Radio value="person" label="By person: everybody can see what each is paid" />
          </Stack>
        </Radio.Group>
        <div className="modal-foot">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} onClick={() => void save()}>
            Export
          </Button>
        </div>
      </Stack>
    </Modal>
  )
}
