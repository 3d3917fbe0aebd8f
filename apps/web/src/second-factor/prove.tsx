import { Button, PasswordInput, Text, TextInput } from '@mantine/core'
import type { auth } from '@mshahara/contract/auth'
import type { Answer, Call } from '@mshahara/contract/endpoint'
import { type OwnFactor, secondFactor } from '@mshahara/contract/second-factor'
import { useWrite } from '../lib/api.ts'
import { useTexts } from '../lib/language.tsx'
import { toast } from '../lib/toast.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { askPasskey, canUsePasskeys } from './passkey.ts'
import { factorTexts } from './texts.ts'

type Proving =
  | (typeof secondFactor)['beginTotp' | 'beginPasskey' | 'remove' | 'renewRecoveryCodes']
  | (typeof auth)['endSession' | 'endOtherSessions']

interface Props<E extends Proving> {
  endpoint: E
  params?: Call<E>['params']
  title: string
  /** What comes of it, where the title does not say. */
  text?: string
  action: string
  factors: OwnFactor[]
  onCancel: () => void
  /** Also closes this window, or puts the next one in its place. */
  onDone: (data: Answer<E>) => unknown
}

/** Before something important: the second factor again, or the password. */
export function Prove<E extends Proving>(props: Props<E>) {
  const { endpoint, params, title, text, action, factors, onCancel, onDone } = props
  const t = useTexts(factorTexts)
  const isFirst = factors.length === 0
  const challenge = useWrite(secondFactor.challenge)
  const write = useWrite(endpoint)
  async function withPasskey() {
    const asked = await challenge.run({}).catch(() => undefined)
    if (!asked?.data.passkey) return
    const passkey = await askPasskey(asked.data.passkey)
    if (!passkey) return toast('warning', t.passkeyFailed)
    const sent = await write.run({ params, body: { passkey } } as Call<E>).catch(() => undefined)
    if (sent) await onDone(sent.data)
  }
  const initial = (isFirst ? { current_password: '' } : { code: '' }) as never
  const offersPasskey = factors.some(({ kind }) => kind === 'passkey') && canUsePasskeys()
  return (
    <FormModal
      endpoint={endpoint}
      params={params as never}
      title={title}
      action={action}
      size="sm"
      initial={initial}
      onClose={() => {}}
      onCancel={onCancel}
      onDone={({ data }) => onDone(data)}
    >
      {(form) =>
        isFirst ? (
          <>
            {text && <Text size="sm">{text}</Text>}
            <Text size="sm">{t.enterPassword}</Text>
            <PasswordInput
              label={t.password}
              autoComplete="current-password"
              data-autofocus
              visibilityToggleButtonProps={{ 'aria-label': t.showCharacters }}
              {...form.getInputProps('current_password')}
            />
          </>
        ) : (
          <>
            {text && <Text size="sm">{text}</Text>}
            <Text size="sm">{t.enterFactor}</Text>
            <TextInput
              label={t.code}
              autoComplete="one-time-code"
              data-autofocus
              {...form.getInputProps('code')}
            />
            {offersPasskey && (
              <Button
                variant="subtle"
                loading={challenge.busy || write.busy}
                onClick={() => void withPasskey()}
              >
                {t.usePasskey}
              </Button>
            )}
          </>
        )
      }
    </FormModal>
  )
}
