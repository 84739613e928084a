/** Business limits; lengths in code points. The server enforces them and the dashboard's forms check them first. */
export const limits = {
  groupTitle: 25,
  storyTitle: 40,
  label: 7,
  labelGroups: 20,
  labelsPerGroup: 20,
  storiesPerGroup: 100,
  description: 500,
  buttonText: 40,
  url: 2048,
  passwordMin: 6,
  passwordMax: 200,
  email: 254,
  personName: 100,
  companyName: 100,
  instanceTitle: 40,
  appTitle: 100,
  testDevices: 30,
  invitesAtOnce: 10,
  bulk: 1000,
  cropZoom: 3,
  imageBytes: 20 * 1024 * 1024,
  videoBytes: 500 * 1024 * 1024,
} as const;

/** Choices of the employee-size field. */
export const employeeSizes = ['1-9', '10-19', '20-49', '50-249', '250+'] as const;
