import { signal } from '@preact/signals'

const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

const theme = signal<Theme>(themes.find((one) => one === localStorage.getItem('theme')) ?? 'system')
theme.subscribe((chosen) => {
  localStorage.setItem('theme', chosen)
  document.documentElement.dataset.theme = chosen
})

/** Goes to the next theme. */
export function switchTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system'
}

/** Light, dark, or as the system has it. */
export function ThemeSwitch() {
  return (
    <button type="button" class="quiet theme" onClick={switchTheme} title="Change the theme">
      Theme: {theme.value}
    </button>
  )
}
