#pragma once
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define isnan(x) __builtin_isnan(x)
#define isfinite(x) __builtin_isfinite(x)
double rint(double);
double floor(double);
double ceil(double);
double fabs(double);
double fmax(double, double);
double fmin(double, double);
double round(double);
double nearbyint(double);
