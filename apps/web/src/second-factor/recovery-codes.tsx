import { Button, Code, Modal, Stack, Text } from '@mantine/core'
import { useTexts } from '../lib/language.tsx'
import { toast } from '../lib/toast.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'
import { factorTexts } from './texts.ts'

/** Shown once; it goes away only when the person says that they have them. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useTexts(factorTexts)
  useReturnFocus()
  async function copy() {
    await navigator.clipboard.writeText(codes.join('\n'))
    toast('success', t.copied)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.codesTitle}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text size="sm">{t.codesText}</Text>
        <Code block fz="md" style={{ lineHeight: 1.7, textAlign: 'center' }}>
          {codes.join('\n')}
        </Code>
        <div className="modal-foot">
          <Button variant="default" onClick={() => void copy()}>
            {t.copy}
          </Button>
          <Button onClick={onClose} data-autofocus>
            {t.kept}
          </Button>
        </div>
      </Stack>
    </Modal>
  )
}
