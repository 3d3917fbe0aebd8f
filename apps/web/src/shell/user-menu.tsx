import { Avatar, Menu, useMantineColorScheme } from '@mantine/core'
import { auth } from '@mshahara/contract/auth'
import { type Language, languages } from '@mshahara/contract/languages'
import { settings } from '@mshahara/contract/settings'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { languageNames, useSwitchLanguage } from '../auth/index.ts'
import { useRead } from '../lib/api.ts'
import { fullName, words } from '../lib/format.ts'
import { useLaterTexts } from '../lib/language.tsx'
import { signOut, useProfile } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { Invitations, useInvited, useSwitch } from '../organizations/index.ts'
import { IconBuilding, IconExternalLink, IconLogout, IconUserCircle } from '../ui/icons.ts'
import type { MenuProps } from '../ui/later.tsx'
import { mayLeave } from '../ui/unsaved.ts'
import { shellTexts } from './texts.ts'

const size = 18

export default function UserMenu({ target, opened, onChange }: MenuProps) {
  const profile = useProfile()
  const { data: config } = useRead(settings.config, undefined, { fixed: true })
  const logout = useLogout()
  const t = useLaterTexts(shellTexts)
  return (
    <Menu position="bottom-end" width={270} opened={opened} onChange={onChange}>
      <Menu.Target>{target()}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {fullName(profile)}, {profile.role === 'employee' ? t.employee : words(profile.role)}
        </Menu.Label>
        {config?.accounts_url && (
          <Menu.Item
            component="a"
            href={config.accounts_url}
            leftSection={<IconExternalLink size={size} aria-hidden />}
          >
            {t.mainAccounts}
          </Menu.Item>
        )}
        <Menu.Item
          component={Link}
          to="/profile"
          leftSection={<IconUserCircle size={size} aria-hidden />}
        >
          {t.profile}
        </Menu.Item>
        <Organizations />
        {profile.employee_id && <LanguageChoice />}
        <Scheme />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={size} aria-hidden />} onClick={logout}>
          {t.logout}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useLogout() {
  const { role } = useProfile()
  const { loggedOut } = useLaterTexts(shellTexts)
  const navigate = useNavigate()
  return async () => {
    if (!(await mayLeave())) return
    await signOut()
    toast('success', loggedOut)
    await navigate({ to: role === 'employee' ? '/employee-login' : '/logout' })
  }
}

function Organizations() {
  const { data: memberships } = useRead(auth.memberships)
  const switchTo = useSwitch()
  const others = memberships?.filter(({ status, current }) => status === 'active' && !current) ?? []
  const invited = useInvited()
  const { switchOrganization } = useLaterTexts(shellTexts)
  return (
    <>
      {others.length > 0 && (
        <>
          <Menu.Divider />
          <Menu.Label>{switchOrganization}</Menu.Label>
          {others.map(({ organization_id, name, logo }) => (
            <Menu.Item
              key={organization_id}
              onClick={() => void switchTo(organization_id)}
              leftSection={
                <Avatar size={22} radius="sm" src={logo && `/storage/organization/${logo}`} alt="">
                  <IconBuilding size={14} aria-hidden />
                </Avatar>
              }
            >
              {name}
            </Menu.Item>
          ))}
        </>
      )}
      <Suspense fallback={null}>
        {invited.length > 0 && <Invitations invited={invited} asMenu />}
      </Suspense>
    </>
  )
}

function LanguageChoice() {
  const { language } = useProfile()
  const switchTo = useSwitchLanguage()
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Language · Lugha</Menu.Label>
      <Menu.RadioGroup value={language} onChange={(value) => void switchTo(value as Language)}>
        {languages.map((one) => (
          <Menu.RadioItem key={one} value={one} lang={one}>
            {languageNames[one]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

const schemes = ['light', 'dark', 'auto'] as const

function Scheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const t = useLaterTexts(shellTexts)
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t.scheme}</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) => setColorScheme(value as (typeof schemes)[number])}
      >
        {schemes.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {t[scheme]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
