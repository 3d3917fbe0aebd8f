import { Anchor, Button, Center, Code, Image, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { Answer } from '@mshahara/contract/endpoint'
import { type OwnFactor, secondFactor } from '@mshahara/contract/second-factor'
import { type FormEvent, useState } from 'react'
import { useWrite } from '../lib/api.ts'
import { useTexts } from '../lib/language.tsx'
import { toast } from '../lib/toast.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'
import { makePasskey } from './passkey.ts'
import { Prove } from './prove.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { factorTexts } from './texts.ts'

type App = Answer<(typeof secondFactor)['beginTotp']>
type Passkey = Answer<(typeof secondFactor)['beginPasskey']>['passkey']

interface Props {
  kind: OwnFactor['kind']
  factors: OwnFactor[]
  onClose: () => void
  /** There is one more, and its recovery codes were seen. */
  onDone: () => unknown
}

/** Confirm who you are, set it up, and keep the recovery codes: one window after the other. */
export function AddFactor({ kind, factors, onClose, onDone }: Props) {
  const t = useTexts(factorTexts)
  const [app, setApp] = useState<App>()
  const [passkey, setPasskey] = useState<Passkey>()
  const [codes, setCodes] = useState<string[]>()
  const done = (recovery: string[]) => {
    if (recovery.length > 0) return setCodes(recovery)
    onClose()
    return onDone()
  }
  if (codes) {
    const close = () => {
      onClose()
      void onDone()
    }
    return <RecoveryCodes codes={codes} onClose={close} />
  }
  if (app) return <ConfirmApp {...app} onCancel={onClose} onDone={done} />
  if (passkey) return <ConfirmPasskey options={passkey} onCancel={onClose} onDone={done} />
  const asking = { title: t.confirmYou, action: t.goOn, factors, onCancel: onClose }
  return kind === 'totp' ? (
    <Prove {...asking} endpoint={secondFactor.beginTotp} onDone={setApp} />
  ) : (
    <Prove
      {...asking}
      endpoint={secondFactor.beginPasskey}
      onDone={(begun) => setPasskey(begun.passkey)}
    />
  )
}

interface ConfirmProps {
  onCancel: () => void
  onDone: (recoveryCodes: string[]) => unknown
}

function ConfirmApp({ secret, address, picture, onCancel, onDone }: App & ConfirmProps) {
  const t = useTexts(factorTexts)
  return (
    <FormModal
      endpoint={secondFactor.confirmTotp}
      title={t.addApp}
      action={t.save}
      initial={{ name: t.myPhone, code: '' }}
      onClose={() => {}}
      onCancel={onCancel}
      onDone={({ data }) => onDone(data.recovery_codes)}
    >
      {(form) => (
        <>
          <Text size="sm">{t.scan}</Text>
          <Center>
            <Image src={picture} alt={t.picture} w={220} h={220} radius="sm" />
          </Center>
          <Stack gap={4}>
            <Text size="sm">
              {t.byHand}{' '}
              <Anchor href={address} inherit underline="always">
                {t.openApp}
              </Anchor>
            </Text>
            <Code block style={{ whiteSpace: 'pre-wrap' }}>
              {secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </Code>
          </Stack>
          <TextInput
            label={t.sixDigits}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            data-autofocus
            {...form.getInputProps('code')}
          />
          <TextInput label={t.name} description={t.nameHint} {...form.getInputProps('name')} />
        </>
      )}
    </FormModal>
  )
}

/** The name comes first: the browser's own window would hide the field. */
function ConfirmPasskey({ options, onCancel, onDone }: ConfirmProps & { options: Passkey }) {
  const t = useTexts(factorTexts)
  const confirm = useWrite(secondFactor.confirmPasskey)
  const [name, setName] = useState(t.myDevice)
  const [busy, setBusy] = useState(false)
  useReturnFocus()
  async function make(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const passkey = await makePasskey(options)
    setBusy(false)
    if (!passkey) return toast('warning', t.passkeyFailed)
    const body = { name, passkey: passkey as never }
    const sent = await confirm.run({ body }).catch(() => undefined)
    if (sent) await onDone(sent.data.recovery_codes)
  }
  return (
    <Modal opened onClose={onCancel} title={t.addPasskey}>
      <form onSubmit={(event) => void make(event)} noValidate>
        <Stack gap="md">
          <TextInput
            label={t.name}
            description={t.nameHint}
            data-autofocus
            maxLength={60}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Text size="sm">{t.passkeyName}</Text>
          <div className="modal-foot">
            <Button type="submit" loading={busy || confirm.busy} disabled={!name.trim()}>
              {t.goOn}
            </Button>
          </div>
        </Stack>
      </form>
    </Modal>
  )
}
