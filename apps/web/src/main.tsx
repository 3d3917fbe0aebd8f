import './zod.ts'
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app.css'
import './print.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { endIntent } from './auth/sign-in.ts'
import { otpSent, takeOver } from './auth/steps.ts'
import { queryClient } from './lib/api.ts'
import type { Screen } from './lib/screen.ts'
import { onSignedOut, watchSession } from './lib/session.ts'
import { toast } from './lib/toast.tsx'
import { router } from './shell/router.tsx'
import { schemeManager, theme, variables } from './theme.ts'
import { Notices } from './ui/notices.tsx'
import { watchPrinting } from './ui/printing.ts'

watchSession()
watchPrinting()
onSignedOut((why) => {
  // What anybody may read is not taken away, in another tab either.
  if ((router.state.matches.at(-1)?.staticData as Partial<Screen>)?.audience === 'anyone') return
  endIntent(router.state.location.href, why === 'idle')
  void router.navigate({ to: '/login' })
})

const news = takeOver()
if (news) toast('success', news, { id: otpSent })

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the application.')
createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <Notices />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
