import { Button, Group, Loader, Modal, Stack, Textarea } from '@mantine/core'
import { leaveApprovals } from '@mshahara/contract/leave-requests'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useTexts } from '../lib/language.tsx'
import { useAct } from '../ui/act.ts'
import { Empty } from '../ui/empty.tsx'
import { IconMailForward } from '../ui/icons.ts'
import { partTexts } from './part-texts.ts'
import { Shown } from './request-details.tsx'
import { leaveTexts } from './texts.ts'

/** Behind the button of an e-mail: the request itself, decided here by whoever is signed in. */
export function FromEmail({ token }: { token: string }) {
  const t = useTexts(leaveTexts)
  const parts = useTexts(partTexts)
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/leave-approvals', search: {} as never, replace: true })
  const { data, isPending } = useRead(leaveApprovals.open, { body: { token } })
  const [comments, setComments] = useState('')
  const decide = useAct(leaveApprovals.decide, { notice: ({ message }) => message })
  const act = async (approve: boolean) => {
    if (await decide.run({ body: { token, approve, comments } })) close()
  }
  const actions = data?.may.decide ? (
    <Stack gap="sm">
      <Textarea
        label={parts.commentsOrReason}
        autosize
        minRows={2}
        value={comments}
        onChange={(event) => setComments(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button
          color="red"
          variant="light"
          disabled={comments.trim() === ''}
          loading={decide.busy}
          onClick={() => void act(false)}
        >
          {t.reject}
        </Button>
        <Button loading={decide.busy} onClick={() => void act(true)}>
          {t.approve}
        </Button>
      </Group>
    </Stack>
  ) : (
    <Group justify="flex-end">
      <Button variant="default" onClick={close}>
        {parts.close}
      </Button>
    </Group>
  )
  return (
    <Modal opened onClose={close} title={t.details} size="xl">
      {isPending && <Loader aria-label={t.loading} />}
      {!isPending && !data && (
        <Empty icon={IconMailForward} title={parts.deadLink} text={parts.deadLinkText} />
      )}
      {data && <Shown request={data} own={false} onClose={close} actions={actions} />}
    </Modal>
  )
}
