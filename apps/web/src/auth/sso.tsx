import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { auth } from '@mshahara/contract/auth'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '../lib/api.ts'
import { Panel } from '../ui/panel.tsx'
import { finishSignIn } from './sign-in.ts'
import { awaitFactor, saveIntent } from './steps.ts'

type State = 'working' | { failed: string } | { continueAs: string }

/** The token works once; it leaves the address bar before anything else can read it there. */
function takeToken(): string | null {
  const query = new URLSearchParams(location.search)
  saveIntent(Object.fromEntries(query))
  const token = query.get('token')
  history.replaceState(history.state, '', location.pathname)
  return token
}

const sentence = (error: unknown) =>
  (error instanceof Error && error.message) || 'Authentication failed. Please try again.'

function useHandOver() {
  const navigate = useNavigate()
  const [state, setState] = useState<State>('working')
  const token = useRef<string | null>(null)
  const begun = useRef(false)
  async function exchange(confirm?: true) {
    if (!token.current) return setState({ failed: 'No authentication token provided.' })
    setState('working')
    try {
      const body = { token: token.current, confirm }
      const { data } = await call(auth.sso, { body }, { quiet: [400, 401, 403, 409, 422] })
      if (data.continue_as) setState({ continueAs: data.continue_as })
      else if (data.second_step) {
        awaitFactor(data.second_step)
        await navigate({ to: '/second-step' })
      } else await finishSignIn(navigate)
    } catch (error) {
      setState({ failed: sentence(error) })
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the token works once.
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    token.current = takeToken()
    void exchange()
  }, [])
  return { state, confirm: () => void exchange(true) }
}

export default function Sso() {
  const { state, confirm } = useHandOver()
  if (state === 'working') {
    return (
      <Panel title="Authentication" text="Securely signing you in">
        <Stack align="flex-start" role="status">
          <Loader aria-hidden />
          <Text>
            Please wait while we verify your credentials and redirect you to the dashboard...
          </Text>
        </Stack>
      </Panel>
    )
  }
  const back = (
    <Button component={Link} to="/login" variant="default">
      Return to Login
    </Button>
  )
  if ('failed' in state) {
    return (
      <Panel title="Authentication Failed">
        <Text role="alert">
          {state.failed || "We couldn't authenticate you. Please try again."}
        </Text>
        <Group>{back}</Group>
      </Panel>
    )
  }
  return (
    <Panel title="Authentication">
      <Text>Continue as {state.continueAs}?</Text>
      <Group>
        <Button onClick={confirm}>Continue</Button>
        {back}
      </Group>
    </Panel>
  )
}
