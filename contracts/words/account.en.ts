import { defineWords } from './define.ts';

/** What accounts answer, and what their fields say. */
export const accountWords = defineWords('account', {
  changed: 'Account updated successfully!',
  profileSaved: 'Profile saved.',
  brandKitSaved: 'Brand kit saved',
  colorName: 'Enter a name.',
  brandColors: 'Use at most {most} colors.',
  brandFonts: 'Use at most {most} fonts.',
  companyName: 'Please provide your company name',
  timeZone: 'Choose a valid time zone.',
  employeeSize: 'Choose a company size.',
  country: 'Use a two-letter country code.',
  testDevices: 'Use at most {most} devices.',
  deviceTwice: 'This device id is already exist!',
  correctCode: 'Correct Code',
  wrongCode: 'Wrong Code',
  noReferrals: "Refer a Friend isn't available on your plan.",
  allInputs: 'Please fill all inputs',
});
